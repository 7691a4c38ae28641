import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '#portal/api.ts'

const CHANNEL = 'karyo-profile'

/** Has the data under `key` read again, here and in the other tabs of this browser. */
export async function refreshAllTabs(key: readonly unknown[]): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(key)
  channel.close()
  await queryClient.invalidateQueries({ queryKey: key })
}

/** Reads again what was saved in another tab. */
export function useOtherTabs(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }) => {
      if (Array.isArray(data)) void queries.invalidateQueries({ queryKey: data })
    }
    return () => channel.close()
  }, [queries])
}
