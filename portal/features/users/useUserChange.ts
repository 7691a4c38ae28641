import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ErrorCode, ProblemError } from '#contract/errors.ts'
import { notifyStale, notifySuccess } from '#ui/notices.ts'

interface UserChange<Input> {
  change: (input: Input) => Promise<unknown>
  /** Whom it is about: for the words when somebody else was quicker. */
  name: string
  /** Says what happened, once it has. */
  done: (input: Input) => string
  /** Leaves the dialog: after success, or because there is nothing left to decide. */
  onDone: (outcome: 'done' | 'overtaken') => void
}

/** Somebody was quicker, or something else about the user stands in the way: the question is no longer the same. */
const OVERTAKEN: readonly ErrorCode[] = ['user-state', 'not-found']

/** Changes a user and brings everything that shows users up to date; other problems are left to the form. */
export function useUserChange<Input>({
  change,
  name,
  done,
  onDone,
}: UserChange<Input>): UseMutationResult<unknown, Error, Input> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (_, input) => {
      // The next dialog begins with what the user is by then.
      await queries.invalidateQueries({ queryKey: ['users'] })
      notifySuccess(done(input))
      onDone('done')
    },
    onError: (error) => {
      if (!(error instanceof ProblemError) || !OVERTAKEN.includes(error.problem.code)) return
      void queries.invalidateQueries({ queryKey: ['users'] })
      const { code, detail, title } = error.problem
      notifyStale(
        code === 'not-found'
          ? `${name} is no longer here. Nothing was changed.`
          : `${name} was not changed. ${detail ?? title}`,
      )
      onDone('overtaken')
    },
  })
}
