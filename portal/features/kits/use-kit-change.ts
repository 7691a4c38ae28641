import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Kit } from '#contract/kits.ts'
import type { KitAction } from '#domain/kits/kit.ts'
import type { Carrier } from '#domain/lookups.ts'
import { api } from '#portal/api.ts'
import { notifySuccess } from '#ui/notices.ts'
import { kitOptions } from './queries.ts'
import { kitsInWords } from './words.ts'

interface Change {
  kit: Kit
  /** Only for `send`. */
  parcel?: { carrier: Carrier; trackingNumber: string }
}

const ACTION_WORDS = {
  receive: 'received',
  cancel: 'cancelled',
  send: 'sent',
} as const satisfies Record<KitAction, string>

/** What had the focus may be gone with the change: then the page's head has it, and nothing moves. */
function keepFocus() {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** Does `action` to a kit order, and shows at once what came of it; `onDone` is called when it went well. */
export function useKitChange(action: KitAction, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ kit: { hospitalCode: hospital, id }, parcel }: Change) => {
      const params = { hospital, id }
      if (action === 'send') {
        if (!parcel) throw new Error('what is sent has a parcel')
        return api.kits.send({ params, body: parcel })
      }
      return api.kits[action]({ params })
    },
    onSuccess: (kit) => {
      queries.setQueryData(kitOptions(kit.hospitalCode, kit.id).queryKey, kit)
      notifySuccess(`Kit order ${kit.id} (${kitsInWords(kit)}) ${ACTION_WORDS[action]}`)
      onDone()
    },
    // Where it was refused, it is not as it was shown either.
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['kits'] })
      requestAnimationFrame(keepFocus)
    },
  })
}
