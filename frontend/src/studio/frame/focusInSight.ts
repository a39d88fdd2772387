/** Whether a part of an element stands in the window. */
function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/**
 * The element with the focus stays in the window when what loads above it would push it out: a keyboard user who tabs
 * on while a page loads sees where they are. Whoever scrolls away from the focus themselves is left where they are.
 */
export function keepFocusInSight(page: Element): void {
  let wasInWindow = true;
  document.addEventListener("focusin", () => {
    wasInWindow = true; // the browser brings it there
  });
  document.addEventListener("scroll", () => {
    wasInWindow = document.activeElement === null || isInWindow(document.activeElement);
  });
  new ResizeObserver(() => {
    const { activeElement } = document;
    if (activeElement && wasInWindow && !isInWindow(activeElement)) activeElement.scrollIntoView({ block: "nearest" });
  }).observe(page);
}
