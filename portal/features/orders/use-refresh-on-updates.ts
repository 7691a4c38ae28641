import { useEffect } from 'react'
import { queryClient } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { onOrderUpdate } from '#portal/session/updates.ts'

/** A list of several institutions is read again at news of any of them: LiveNews knows only whose page it is. */
export function useRefreshOnUpdates(codes: readonly string[]): void {
  const { institution } = useSession()
  const { code } = institution
  const listed = codes.join()
  useEffect(
    () =>
      onOrderUpdate(({ hospitalCode }) => {
        if (hospitalCode !== code && listed.split(',').includes(hospitalCode))
          void queryClient.invalidateQueries({ queryKey: ['orders', code, 'list'] })
      }),
    [code, listed],
  )
}
