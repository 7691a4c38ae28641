import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WaitingResult, WaitingResultView } from '#contract/result-desk.ts'
import { notifySuccess } from '#ui/notices.ts'

export interface DecisionProps {
  result: WaitingResultView
  opened: boolean
  onClose: () => void
}

/** Carries a decision out. What was typed stays in the dialog while it is refused. */
export function useDecision<Given>(
  decide: (given: Given) => Promise<WaitingResult>,
  { onClose, done }: { onClose: () => void; done: string },
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: decide,
    onSuccess: async () => {
      notifySuccess(done)
      onClose()
      // A list of before would show it as waiting for a moment.
      queries.removeQueries({ queryKey: ['result-desk', 'list'], type: 'inactive' })
      await queries.invalidateQueries({ queryKey: ['result-desk'] })
    },
  })
}
