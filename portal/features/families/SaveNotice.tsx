import { Alert, Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import { ProblemError } from '#contract/errors.ts'
import type { FamilyConflict } from '#domain/family/change.ts'
import { wordsFor } from '#ui/problem-words.ts'
import { useOpenFamily } from './open-family.ts'
import * as texts from './texts.ts'

/** What could not be saved, and what a colleague changed at the same time. */
export function SaveNotice() {
  const { state, save, undo, forgetConflicts, document, callOf, announce } = useOpenFamily()
  const { status, conflicts } = state
  const inWords = [...new Set(conflicts.map((one) => conflictInWords(one, callOf, document.legend)))]
  useEffect(() => {
    if (inWords.length > 0) announce(`${texts.colleagueChanged} ${inWords.join(', ')}`)
  }, [inWords.join()])
  return (
    <>
      {status.kind === 'failed' && (
        <Alert color="red" role="alert" mb="md" title={texts.notSaved}>
          {problemInWords(status)}
          <Group gap="xs" mt="xs">
            <Button size="xs" variant="default" onClick={save}>
              {texts.saveAgain}
            </Button>
            {!status.again && state.undoable !== null && (
              <Button size="xs" variant="default" onClick={undo}>
                {texts.undoAction(state.undoable)}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {inWords.length > 0 && (
        <Alert
          color="yellow"
          mb="md"
          title={texts.colleagueChanged}
          withCloseButton
          closeButtonLabel={texts.close}
          onClose={forgetConflicts}
        >
          <p>{texts.colleagueStays}</p>
          <ul>
            {inWords.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

function problemInWords(status: {
  problem: ConstructorParameters<typeof ProblemError>[0]
  again: boolean
}): string {
  const { errors } = status.problem
  if (errors && errors.length > 0) return errors.map(({ message }) => message).join(' ')
  const { title, detail } = wordsFor(new ProblemError(status.problem))
  return [title, detail, status.again ? texts.triedAgain : ''].filter((text) => text !== '').join(' ')
}

function conflictInWords(
  { list, key, field }: FamilyConflict,
  callOf: (member: string) => string,
  legend: readonly { key: string; name: string }[],
): string {
  const what = field === '' ? texts.whole : (texts.FIELDS.get(field) ?? field)
  if (list === 'people') return texts.conflictOf(callOf(key) || texts.removedPerson, what)
  if (list === 'legend')
    return texts.conflictOf(legend.find((one) => one.key === key)?.name ?? texts.key, what)
  return texts.conflictOf(texts.LISTS[list], what)
}
