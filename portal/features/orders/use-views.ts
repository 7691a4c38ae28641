import { useMutation } from '@tanstack/react-query'
import type { SavedView } from '#contract/saved-views.ts'
import { api, queryClient } from '#portal/api.ts'
import { viewsOptions } from '#portal/order/queries.ts'
import { useSession } from '#portal/session/session.ts'

/** Names that differ only in capitals are one name. */
export function viewNamed(views: readonly SavedView[], name: string): SavedView | undefined {
  return views.find((view) => view.name.toLowerCase() === name.trim().toLowerCase())
}

/** A change of the kept lists; each is answered with all of them, another tab's included. */
export function useViewsChange(onDone: () => void) {
  const { user } = useSession()
  const { id } = user
  return useMutation({
    mutationFn: (change: (of: typeof api.physicians, id: number) => Promise<SavedView[]>) =>
      change(api.physicians, id),
    onSuccess: (views) => {
      queryClient.setQueryData(viewsOptions(id).queryKey, views)
      onDone()
    },
    onError: () => queryClient.invalidateQueries({ queryKey: viewsOptions(id).queryKey }),
  })
}
