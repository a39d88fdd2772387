type Child = FakeElement | string;

/** The part of an element that the fields of questions use: what stands in it, and what happens when it is used. */
export class FakeElement {
  readonly children: Child[] = [];
  readonly attributes = new Map<string, string>();
  readonly validity = { badInput: false };
  hidden = false;
  checked = false;
  disabled = false;
  value = "";
  id = "";
  className = "";
  selectedIndex = 0;
  private readonly listeners = new Map<string, () => void>();

  constructor(readonly name: string) {}

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
    if (name === "value") this.value = value;
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  addEventListener(kind: string, listener: () => void): void {
    this.listeners.set(kind, listener);
  }

  append(...children: Child[]): void {
    this.children.push(...children);
  }

  focus(): void {}

  set textContent(text: string) {
    this.children.splice(0, this.children.length, text);
  }

  get textContent(): string {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  happen(kind: string): void {
    this.listeners.get(kind)?.();
  }

  /** It and everything in it. */
  all(): FakeElement[] {
    return [this, ...this.children.flatMap((child) => (typeof child === "string" ? [] : child.all()))];
  }
}

/** Stands in for the document of a browser while tests show fields. */
export const fakeDocument = { createElement: (name: string) => new FakeElement(name) };
