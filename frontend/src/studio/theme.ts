import { Button, type CSSVariablesResolver, createTheme, Input } from "@mantine/core";

const FILLED = { bg: "var(--accent)", color: "var(--paper)", hover: "var(--ink)", line: "transparent" };
const OUTLINED = { bg: "transparent", color: "var(--ink)", hover: "var(--wash)", line: "var(--quiet)" };
const REFUSING = { bg: "var(--refuse)", color: "var(--paper)", hover: "var(--ink)", line: "transparent" };
const BUTTONS: Readonly<Record<string, typeof FILLED>> = { filled: FILLED, default: OUTLINED, refuse: REFUSING };

/** Mantine speaks in our tokens: it names no colour and no size of its own. */
export const theme = createTheme({
  fontFamily: '"IBM Plex Sans", var(--face)',
  fontFamilyMonospace: "var(--figures)",
  fontSizes: {
    xs: "var(--text-14)",
    sm: "var(--text-16)",
    md: "var(--text-16)",
    lg: "var(--text-20)",
    xl: "var(--text-28)",
  },
  spacing: {
    xs: "var(--space-4)",
    sm: "var(--space-8)",
    md: "var(--space-16)",
    lg: "var(--space-24)",
    xl: "var(--space-40)",
  },
  defaultRadius: "var(--radius)",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    InputWrapper: Input.Wrapper.extend({ defaultProps: { withAsterisk: false } }),
    Button: Button.extend({
      vars: (_theme, { variant }) => {
        const look = BUTTONS[variant ?? "filled"] ?? FILLED;
        return {
          root: {
            "--button-bg": look.bg,
            "--button-color": look.color,
            "--button-hover": look.hover,
            "--button-hover-color": look === OUTLINED ? "var(--ink)" : "var(--paper)",
            "--button-bd": `var(--hairline) solid ${look.line}`,
            "--button-height": "var(--press)",
            "--button-padding-x": "var(--space-16)",
          },
        };
      },
    }),
  },
});

const ours = {
  "--mantine-color-body": "var(--paper)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-dimmed": "var(--quiet)",
  "--mantine-color-error": "var(--refuse)",
  "--mantine-color-placeholder": "var(--quiet)",
  "--mantine-color-disabled": "var(--wash)",
  "--mantine-color-disabled-color": "var(--quiet)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-color-default": "transparent",
  "--mantine-color-default-border": "var(--quiet)",
  "--mantine-primary-color-filled": "var(--accent)",
  "--mantine-primary-color-contrast": "var(--paper)",
  "--mantine-line-height": "var(--line-text)",
};

export const tokens: CSSVariablesResolver = () => ({ variables: {}, light: ours, dark: ours });
