import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { words } from "../words/words";

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <Button variant="default" onClick={() => copy(text)}>
      <span aria-live="polite">{copied ? words.copied : label}</span>
    </Button>
  );
}
