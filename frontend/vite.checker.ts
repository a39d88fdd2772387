import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

const outDir = "dist/checker";
const FILE = "datahub-check.html";

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Write one file that needs no other: script and style stand in it, named by their hashes in the policy at its head.
 *
 * Under that policy nothing else runs and nothing can be asked of any network, wherever the file is opened.
 */
function oneFile(): Plugin {
  return {
    name: "one-file",
    apply: "build",
    writeBundle(options, bundle) {
      const folder = options.dir ?? outDir;
      const read = (ending: string): string => {
        const names = Object.keys(bundle).filter((name) => name.endsWith(ending));
        if (names.length !== 1) this.error(`the checker is built as ${names.length} ${ending} files; it needs one`);
        return readFileSync(join(folder, names[0] ?? ""), "utf8").trim();
      };
      const [script, style] = [read(".js"), read(".css")];
      if (/<\/script|<!--/i.test(script)) this.error("the script holds text that would end it inside of a page");
      if (/<\/style|url\(/i.test(style)) this.error("the style ends itself, or loads something");
      const policy = [
        "default-src 'none'",
        `script-src ${hashOf(script)}`,
        `style-src ${hashOf(style)}`,
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
      ].join("; ");
      const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
      const bare = readFileSync(join(folder, "checker.html"), "utf8").replace(
        /\s*<(script|link)\b[^>]*>(<\/script>)?/g,
        "",
      );
      const html = bare
        .replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${meta}`)
        .replace("</head>", () => `  <style>${style}</style>\n  </head>`)
        .replace("</body>", () => `  <script>${script}</script>\n  </body>`);
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      writeFileSync(join(folder, FILE), html);
      this.info(`${FILE} has ${Buffer.byteLength(html)} bytes`);
    },
  };
}

export default defineConfig({
  base: "./",
  publicDir: false,
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2020",
    cssTarget: ["chrome80", "safari14"],
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      input: "checker.html",
      output: { format: "iife", entryFileNames: "checker.js", assetFileNames: "checker[extname]" },
      onwarn(warning) {
        throw new Error(`${warning.code ?? "warning"}: ${warning.message}`);
      },
    },
  },
  plugins: [oneFile()],
});
