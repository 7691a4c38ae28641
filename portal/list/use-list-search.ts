import { useNavigate } from '@tanstack/react-router'

/**
 * Searches the list of this page: sets `q` in the address and goes to page 1, without a step in the browser's history.
 * An empty text clears the search.
 */
export function useListSearch(): (text: string) => void {
  const navigate = useNavigate()
  return (text) =>
    void navigate({
      to: '.',
      // biome-ignore lint/suspicious/noExplicitAny: the address of whichever list this is on
      search: (before: any) => ({ ...before, q: text || undefined, page: 1 }),
      replace: true,
      resetScroll: false,
    })
}
