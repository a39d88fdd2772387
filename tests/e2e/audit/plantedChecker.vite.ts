import { mergeConfig, type UserConfig } from "vite";
import honest from "../../../frontend/vite.checker";
import { plant } from "./plant";

/** Builds the checker with one line of its sources replaced, the twins' too. */
export default mergeConfig(honest as UserConfig, { plugins: [plant] });
