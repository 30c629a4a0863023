// mobile-mcp: an MCP server for phones, asked through the MCP SDK's client. PEER_LEGACY=1 chooses its older robot.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { serial, op, expect, until, pause } from "./check.mjs";

const dir = mkdtempSync(join(tmpdir(), "peer-mobile-"));
const root = dirname(createRequire(import.meta.url).resolve("@mobilenext/mobile-mcp/package.json"));
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [join(root, "lib/index.js"), "--stdio"],
  env: { ...process.env, HOME: process.env.HOME ?? homedir(), MOBILEMCP_DISABLE_TELEMETRY: "1", ...(process.env.PEER_LEGACY ? { MOBILEMCP_LEGACY_ROBOT: "1" } : {}) },
  stderr: process.env.PEER_VERBOSE ? "inherit" : "ignore",
});
const client = new Client({ name: "handset-peers", version: "1" });
await client.connect(transport);

/** call asks for a tool and gives its text. */
async function call(name, args = {}) {
  const r = await client.callTool({ name: `mobile_${name}`, arguments: { device: serial, ...args } }, undefined, { timeout: 60_000 });
  const text = r.content.map((c) => c.text ?? `<${c.type}>`).join("\n");
  if (r.isError || /^Error|failed|ActionableError|Please fix the issue/i.test(text)) {
    throw new Error(text);
  }
  return text;
}

const elements = () => call("list_elements_on_screen");

/** click taps an element by its reference, or, with the older robot, which has none, by the middle of its place. */
async function click(words) {
  const text = await elements();
  if (!process.env.PEER_LEGACY) {
    const ref = new RegExp(`(@e\\d+)[^\\n]*(${words})`).exec(text)?.[1];
    expect("a ref", ref, /^@e/);
    return call("click_on_screen_at_coordinates", { ref });
  }
  const place = new RegExp(`(?:${words})[^\\n]* at=(\\d+),(\\d+) size=(\\d+)x(\\d+)`).exec(text);
  expect("a place", place !== null, true);
  const [x, y, width, height] = place.slice(1).map(Number);
  return call("click_on_screen_at_coordinates", { x: Math.round(x + width / 2), y: Math.round(y + height / 2) });
}

await op("list_available_devices", async () => expect("devices", await call("list_available_devices"), (s) => s.includes(serial)));
await op("list_apps", async () => expect("apps", await call("list_apps"), /com\.android\.settings/));
await op("launch_app", async () => call("launch_app", { packageName: "com.android.settings" }));
await op("get_foreground_app", async () => until("Settings in front", async () => /com\.android\.settings/.test(await call("get_foreground_app"))));
await op("get_screen_size", async () => expect("size", await call("get_screen_size"), /\d+x\d+/));
await op("list_elements_on_screen", async () => expect("elements", await elements(), /Network/));
await op("click_on_screen_at_coordinates", async () => {
  await click("Network");
  await until("the page", async () => /Wi.?Fi|Internet/.test(await elements()), 20_000);
}, 60_000);
await op("press_button: BACK", async () => {
  await call("press_button", { button: "BACK" });
  await until("the list", async () => /Display/.test(await elements()), 20_000);
}, 60_000);
await op("swipe_on_screen", async () => call("swipe_on_screen", { direction: "up" }));
await op("double_tap_on_screen", async () => call("double_tap_on_screen", { x: 5, y: 700 }));
await op("long_press_on_screen_at_coordinates", async () => call("long_press_on_screen_at_coordinates", { x: 5, y: 700 }));
await op("press_button: HOME", async () => call("press_button", { button: "HOME" }));
await op("take_screenshot", async () => {
  const r = await client.callTool({ name: "mobile_take_screenshot", arguments: { device: serial } }, undefined, { timeout: 60_000 });
  expect("an image", r.content.some((c) => c.type === "image" && c.data.length > 1000), true);
}, 60_000);
await op("save_screenshot", async () => {
  await call("save_screenshot", { saveTo: join(dir, "a.png") });
  expect("png", readFileSync(join(dir, "a.png")).subarray(1, 4).toString(), "PNG");
}, 60_000);
await op("set_orientation, get_orientation", async () => {
  await call("set_orientation", { orientation: "landscape" });
  await until("landscape", async () => /landscape/i.test(await call("get_orientation")));
  await call("set_orientation", { orientation: "portrait" });
  await until("portrait", async () => /portrait/i.test(await call("get_orientation")));
}, 60_000);
await op("type_keys", async () => {
  await call("launch_app", { packageName: "com.example.notes" });
  await pause(800);
  await click("New note");
  await pause(800);
  await call("type_keys", { text: "typed by a peer", submit: false });
  await until("the text", async () => /typed by a peer/.test(await elements()), 20_000);
}, 90_000);
await op("clipboard", async () => {
  await call("clipboard", { text: "kept" });
  expect("text", await call("clipboard"), /kept/);
}, 60_000);
await op("open_url", async () => call("open_url", { url: "https://example.com/" }));
await op("set_location", async () => call("set_location", { latitude: 52.5, longitude: 13.4 }));
await op("get_device_logs", async () => call("get_device_logs", { limit: 3 }), 45_000);
await op("terminate_app", async () => call("terminate_app", { packageName: "com.example.notes" }));
await op("list_crashes", async () => call("list_crashes"));

await client.close();
rmSync(dir, { recursive: true, force: true });
process.exit(0);
