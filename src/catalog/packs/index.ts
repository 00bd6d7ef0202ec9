// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';
import { pack as ansibleFlowMcp } from './ansible-flow-mcp.ts';
import { pack as ansibleMcpServer } from './ansible-mcp-server.ts';
import { pack as ansibleTowerMcp } from './ansible-tower-mcp.ts';
import { pack as awxMcpServer } from './awx-mcp-server.ts';
import { pack as blcSshMcp } from './blc-ssh-mcp.ts';
import { pack as boxesMcpLibvirt } from './boxes-mcp-libvirt.ts';
import { pack as cygnusSshMcp } from './cygnus-ssh-mcp.ts';
import { pack as dockerMcp } from './docker-mcp.ts';
import { pack as linuxSshMcp } from './linux-ssh-mcp.ts';
import { pack as mcpServerDocker } from './mcp-server-docker.ts';
import { pack as mcpServerKubernetes } from './mcp-server-kubernetes.ts';
import { pack as mcpSshManager } from './mcp-ssh-manager.ts';
import { pack as mcpSshSession } from './mcp-ssh-session.ts';
import { pack as mcpVmwareEsxi } from './mcp-vmware-esxi.ts';
import { pack as mcvsphere } from './mcvsphere.ts';
import { pack as nutanixMcpServer } from './nutanix-mcp-server.ts';
import { pack as proxmoxMcpPlus } from './proxmox-mcp-plus.ts';
import { pack as pveMcp } from './pve-mcp.ts';
import { pack as rocannon } from './rocannon.ts';
import { pack as sshMcp } from './ssh-mcp.ts';
import { pack as vmwareAiops } from './vmware-aiops.ts';
import { pack as vmwareConsoleMcp } from './vmware-console-mcp.ts';
import { pack as vmwareKnight } from './vmware-knight.ts';
import { pack as vmwareMcpHavu0 } from './vmware-mcp-havu0.ts';
import { pack as vmwareWorkstationMcp } from './vmware-workstation-mcp.ts';
import { pack as vsphereMcpServer } from './vsphere-mcp-server.ts';
import { pack as winMcpServer } from './win-mcp-server.ts';
import { pack as windowsMcp } from './windows-mcp.ts';
import { pack as winrmMcpServer } from './winrm-mcp-server.ts';
import { pack as xoMcpServerXenOrchestra } from './xo-mcp-server-xen-orchestra.ts';

/** Each pack is built when it is asked for: a hook needs at most one. */
export const PACKS: Readonly<Record<string, () => Pack>> = {
  "ansible-flow-mcp": ansibleFlowMcp,
  "ansible-mcp-server": ansibleMcpServer,
  "ansible-tower-mcp": ansibleTowerMcp,
  "awx-mcp-server": awxMcpServer,
  "blc-ssh-mcp": blcSshMcp,
  "boxes-mcp-libvirt": boxesMcpLibvirt,
  "cygnus-ssh-mcp": cygnusSshMcp,
  "docker-mcp": dockerMcp,
  "linux-ssh-mcp": linuxSshMcp,
  "mcp-server-docker": mcpServerDocker,
  "mcp-server-kubernetes": mcpServerKubernetes,
  "mcp-ssh-manager": mcpSshManager,
  "mcp-ssh-session": mcpSshSession,
  "mcp-vmware-esxi": mcpVmwareEsxi,
  "mcvsphere": mcvsphere,
  "nutanix-mcp-server": nutanixMcpServer,
  "proxmox-mcp-plus": proxmoxMcpPlus,
  "pve-mcp": pveMcp,
  "rocannon": rocannon,
  "ssh-mcp": sshMcp,
  "vmware-aiops": vmwareAiops,
  "vmware-console-mcp": vmwareConsoleMcp,
  "vmware-knight": vmwareKnight,
  "vmware-mcp-havu0": vmwareMcpHavu0,
  "vmware-workstation-mcp": vmwareWorkstationMcp,
  "vsphere-mcp-server": vsphereMcpServer,
  "win-mcp-server": winMcpServer,
  "windows-mcp": windowsMcp,
  "winrm-mcp-server": winrmMcpServer,
  "xo-mcp-server-xen-orchestra": xoMcpServerXenOrchestra,
};

/** The default name of the server of each pack, to the id of its pack. */
export const PACK_OF_SERVER: Readonly<Record<string, string>> = {
  "ansible-flow-mcp": "ansible-flow-mcp",
  "ansible-mcp-server": "ansible-mcp-server",
  "ansible-tower-mcp": "ansible-tower-mcp",
  "awx-mcp-server": "awx-mcp-server",
  "blc-ssh-mcp": "blc-ssh-mcp",
  "boxes-mcp (libvirt)": "boxes-mcp-libvirt",
  "cygnus-ssh-mcp": "cygnus-ssh-mcp",
  "docker-mcp": "docker-mcp",
  "linux-ssh-mcp": "linux-ssh-mcp",
  "mcp-server-docker": "mcp-server-docker",
  "mcp-server-kubernetes": "mcp-server-kubernetes",
  "mcp-ssh-manager": "mcp-ssh-manager",
  "mcp-ssh-session": "mcp-ssh-session",
  "mcp-vmware-esxi": "mcp-vmware-esxi",
  "mcvsphere": "mcvsphere",
  "nutanix-mcp-server": "nutanix-mcp-server",
  "proxmox-mcp-plus": "proxmox-mcp-plus",
  "pve-mcp": "pve-mcp",
  "rocannon": "rocannon",
  "ssh-mcp": "ssh-mcp",
  "vmware-aiops": "vmware-aiops",
  "vmware-console-mcp": "vmware-console-mcp",
  "vmware-knight": "vmware-knight",
  "vmware-mcp (havu0)": "vmware-mcp-havu0",
  "VMware Workstation MCP": "vmware-workstation-mcp",
  "vsphere-mcp-server": "vsphere-mcp-server",
  "win-mcp-server": "win-mcp-server",
  "windows-mcp": "windows-mcp",
  "winrm-mcp-server": "winrm-mcp-server",
  "xo-mcp-server (Xen Orchestra)": "xo-mcp-server-xen-orchestra",
};
