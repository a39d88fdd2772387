import { mergeConfig, type Plugin, type UserConfig } from "vite";
import honest from "../../../frontend/vite.respond";
import { plant } from "./plant";

/** Builds the answer page with one line of its sources replaced. It may weigh more, and is not
 * compressed; everything else stays as it ships. */
const { plugins = [], ...rest } = honest as UserConfig;
const weightless = plugins.filter((plugin) => (plugin as Plugin).name !== "compressed");
if (weightless.length !== plugins.length - 1) throw new Error("what refuses a page that weighs too much was not found");

export default mergeConfig({ ...rest, plugins: weightless } as UserConfig, { plugins: [plant] });
