// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "vsphere-mcp-server",
  server: "vsphere-mcp-server",
  readFrom: "pypi:vsphere-mcp-server==0.2.0",
  format: 1,
  tools: [
    {"tool":"power_on_vm","kind":"mutating","at":"argument","arg":"vm_id","note":"hostname here is the vCenter, not the guest"},
    {"tool":"power_off_vm","kind":"mutating","at":"argument","arg":"vm_id","note":"hostname here is the vCenter, not the guest"},
    {"tool":"get_vm_details","kind":"read_only","at":"argument","arg":"vm_id","note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"list_vms","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"list_hosts","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"list_datastores","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"list_datacenters","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"list_folders","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"list_networks","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"list_vlans","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"get_vlan_info","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"get_host_details","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"get_datastore_details","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"get_datacenter_details","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"get_folder_details","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"get_network_details","kind":"read_only","at":"none","arg":null,"note":"hostname is the caller-given, unchecked vCenter: the login POST with Basic credentials goes to https://<hostname>/rest/... (a '/', '?' or '#' in it picks…"},
    {"tool":"vsphere_clear_credentials","kind":"mutating","at":"server_config","arg":null,"note":"client side only"},
  ],
});
