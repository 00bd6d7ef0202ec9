// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "mcp-server-docker",
  server: "mcp-server-docker",
  readFrom: "pypi:mcp-server-docker==0.3.0",
  format: 1,
  tools: [
    {"tool":"run_container","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"create_container","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"recreate_container","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"start_container","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"stop_container","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"remove_container","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"build_image","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"pull_image","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"push_image","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"remove_image","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"create_network","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"remove_network","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"create_volume","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"remove_volume","kind":"mutating","at":"server_config","arg":null,"note":"host is DOCKER_HOST of the server"},
    {"tool":"list_containers","kind":"read_only","at":"server_config","arg":null},
    {"tool":"list_images","kind":"read_only","at":"server_config","arg":null},
    {"tool":"list_networks","kind":"read_only","at":"server_config","arg":null},
    {"tool":"list_volumes","kind":"read_only","at":"server_config","arg":null},
    {"tool":"fetch_container_logs","kind":"read_only","at":"server_config","arg":null},
  ],
});
