import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "./fonts.css";
import "../look.css";
import "./studio.css";
import "./forms.css";
import "./mark/mark.css";
import "./parts/styles/cards.css";
import "./parts/styles/tables.css";
import "./parts/styles/foldingTable.css";
import "./parts/styles/fields.css";
import "./parts/styles/lists.css";
import "./parts/styles/entry.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { Fragment, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { memory } from "./data/memory";
import { keepFocusInSight } from "./frame/focusInSight";
import { router } from "./router";
import { theme, tokens } from "./theme";
import { speakAtFirst, useLanguage } from "./words/choice";

const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
setNonce(nonce); // Modal locks the scroll with a style element of its own

const root = document.getElementById("studio");
if (!root) throw new Error("studio.html has no element with the id studio");
keepFocusInSight(root);

/** Another language draws every page anew: components read their words while they are drawn. */
function Spoken() {
  return (
    <Fragment key={useLanguage()}>
      <RouterProvider router={router} />
    </Fragment>
  );
}

function draw(at: HTMLElement): void {
  createRoot(at).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={tokens}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={memory}>
          <Spoken />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

// Nothing is drawn before its words are there: nobody sees a sentence in another language first.
void speakAtFirst().then(() => draw(root));
