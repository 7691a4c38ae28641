import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { useFocusNext } from '#ui/fields/use-focus-next.ts'
import { wordsFor } from '#ui/problem-words.ts'
import classes from './sections.module.css'
import * as texts from './texts.ts'
import type { Section } from './use-section.ts'

interface SectionCardProps<T> {
  section: Section<T>
  title: string
  sub?: ReactNode
  /** What the button does: 'Save phone numbers'. */
  saveLabel: string
  children: ReactNode
}

/** A card whose fields are saved by its own button. */
export function SectionCard<T>({ section, title, sub, saveLabel, children }: SectionCardProps<T>) {
  const form = useRef<HTMLFormElement>(null)
  const saver = useRef<HTMLButtonElement>(null)
  const focusNext = useFocusNext()
  const { failed, dirty, state } = section
  useEffect(() => {
    const { activeElement, body } = document
    // Who types elsewhere by the time the server refuses types on there.
    if (failed > 0 && (activeElement === body || form.current?.contains(activeElement)))
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failed])
  const idle = !dirty || state === 'saving'
  return (
    <Card title={title} sub={sub}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void section.save()
        }}
      >
        {children}
        <div className={classes.foot}>
          {/* Not `disabled`: the button that was pressed keeps the focus. */}
          <Button ref={saver} type="submit" aria-disabled={idle} {...(idle ? { 'data-disabled': true } : {})}>
            {state === 'saving' ? texts.saving : saveLabel}
          </Button>
          {dirty && state !== 'saving' && (
            <Button
              variant="subtle"
              color="gray"
              onClick={() => {
                focusNext(() => saver.current?.focus())
                section.discard()
              }}
            >
              {texts.discardChanges}
            </Button>
          )}
          <SaveWords section={section} />
        </div>
      </form>
    </Card>
  )
}

/** How the section stands: both regions are always there, so that what changes in them is said. */
function SaveWords<T>({ section }: { section: Section<T> }) {
  return (
    <div className={classes.words}>
      <div role="status">{calmWords(section)}</div>
      <div role="alert" className={classes.problem}>
        {alarm(section)}
      </div>
    </div>
  )
}

function calmWords<T>({ state, dirty, restored, overtaken }: Section<T>): string {
  if (state === 'saving') return ''
  if (overtaken) return texts.changedMeanwhile
  if (state === 'failed') return ''
  if (restored) return texts.restored
  if (dirty) return texts.notSavedYet
  return state === 'saved' ? 'Saved' : ''
}

function alarm<T>({ state, errors, failure, errorAt }: Section<T>): string {
  if (state !== 'failed') return ''
  if (failure !== null) {
    const { title, detail } = wordsFor(failure)
    return texts.notSavedKept([title, detail].filter(Boolean).join(' '))
  }
  const all = errorAt('')
  if (all !== undefined) return texts.notSaved(all)
  return errors > 0 ? texts.notSavedFields(counted(errors, 'field needs', 'fields need')) : ''
}
