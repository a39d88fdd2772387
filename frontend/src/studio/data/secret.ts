/**
 * What stands behind the # of the address. It leaves the address bar at once, so that no history and no neighbour reads
 * it, and stays with this tab under the name given: a page that is loaded again still has it.
 */
export function takeSecret(name: string): string {
  const given = window.location.hash.slice(1);
  if (given) {
    window.sessionStorage.setItem(name, given);
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }
  return window.sessionStorage.getItem(name) ?? "";
}
