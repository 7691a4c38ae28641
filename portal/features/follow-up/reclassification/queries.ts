import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReclassificationView, reclassificationRoutes } from '#contract/reclassification.ts'
import type { CallOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'
import { notifySuccess } from '#ui/notices.ts'

type Routes = typeof reclassificationRoutes
/** Where a reclassification is. */
export type Place = Pick<ReclassificationView, 'hospitalCode' | 'id'>

// Under the orders of the institution: a live update of an order reads it again.
const keyOf = ({ hospitalCode, id }: Place) => ['orders', hospitalCode, 'follow-up', 'of-kind', id] as const
const paramsOf = ({ hospitalCode: h, id }: Place) => ({ params: { h, id } })

/** `isWarned`: the reader knows that the laboratory is checking the report, and wants to see what changed. */
export const reclassificationOptions = (place: Place, { isWarned } = { isWarned: false }) =>
  queryOptions({
    queryKey: [...keyOf(place), 'reclassification', isWarned],
    queryFn: () =>
      api.reclassification.get({ ...paramsOf(place), query: isWarned ? { beingChecked: 'open' } : {} }),
    // What changed joins what is on the screen already.
    placeholderData: (before) => before,
  })

export const previewOptions = (place: Place, body: CallOf<Routes['previewLetter']>['body']) =>
  queryOptions({
    queryKey: ['letter-preview', place.hospitalCode, place.id, body],
    queryFn: () => api.reclassification.previewLetter({ ...paramsOf(place), body }),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  })

/** A letter as a PDF. What is printed on top depends on what became of the report and of the patient's wish since. */
export const letterOptions = (
  { hospitalCode: h, id, isQuestioned }: Place & Pick<ReclassificationView, 'isQuestioned'>,
  { id: letterId, isOutdated, isAgainstWish }: ReclassificationView['letters'][number],
) =>
  queryOptions({
    queryKey: ['letter', h, id, letterId, isOutdated, isQuestioned, isAgainstWish],
    queryFn: () => api.reclassification.letter({ params: { h, id, letterId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    // A letter of a withdrawn report is refused, and stays so.
    retry: false,
  })

/** Sends a statement. The page is read again in any case: a refusal may be that a colleague was faster. */
function useStatement<Body>(
  place: Place,
  send: (body: Body) => Promise<ReclassificationView>,
  { message, onDone }: { message: string; onDone: (view: ReclassificationView) => void },
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (view) => {
      queries.setQueryData(reclassificationOptions(place).queryKey, view)
      notifySuccess(message)
      onDone(view)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders', place.hospitalCode] }),
  })
}

type Done = Parameters<typeof useStatement>[2]

export const useStep = (place: Place, done: Done) =>
  useStatement(
    place,
    (body: CallOf<Routes['step']>['body']) => api.reclassification.step({ ...paramsOf(place), body }),
    done,
  )

export const useLetter = (place: Place, done: Done) =>
  useStatement(
    place,
    (body: CallOf<Routes['writeLetter']>['body']) =>
      api.reclassification.writeLetter({ ...paramsOf(place), body }),
    done,
  )

export const useClosing = (place: Place, done: Done) =>
  useStatement(
    place,
    (body: CallOf<Routes['close']>['body']) => api.reclassification.close({ ...paramsOf(place), body }),
    done,
  )
