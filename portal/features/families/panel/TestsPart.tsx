import { Button, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Evaluation, FamilyMember } from '#domain/family/document.ts'
import * as editing from '../editing/texts.ts'
import { useOpenFamily } from '../open-family.ts'
import { CheckedField, Choice, dayProblem, TextField } from './fields.tsx'
import classes from './panel.module.css'
import * as texts from './texts.ts'

/** What somebody was tested for: the nomenclature's evaluations, never drawn as illness. */
export function TestsPart({ member: { key } }: { member: FamilyMember }) {
  const { document, edit, mayChange, callOf } = useOpenFamily()
  const known = [...new Set(document.evaluations.map(({ what }) => what))]
  const words = editing.changed(callOf(key))
  const own = document.evaluations.filter(({ member }) => member === key)
  const set = (evaluation: Evaluation, changes: Partial<Evaluation>, series?: string) =>
    edit(
      {
        ...document,
        evaluations: document.evaluations.map((one) =>
          one.key === evaluation.key ? { ...one, ...changes } : one,
        ),
      },
      words,
      series === undefined ? undefined : `${evaluation.key} ${series}`,
    )
  const add = ({ what, result }: Pick<Evaluation, 'what' | 'result'>) => {
    const evaluation: Evaluation = {
      ...{ key: crypto.randomUUID(), member: key, what, result },
      ...{ copies: [], on: '', finding: '' },
    }
    edit({ ...document, evaluations: [...document.evaluations, evaluation] }, words)
  }
  const untested = known.filter((one) => !own.some((evaluation) => evaluation.what === one))
  return (
    <div className={classes.part}>
      {own.length === 0 && <p className={classes.sub}>{texts.noTests}</p>}
      {own.map((evaluation) => {
        // What a report says is changed where the report is, not here.
        const disabled = !mayChange || evaluation.finding !== ''
        return (
          <fieldset key={evaluation.key} className={classes.union}>
            <legend>{evaluation.what}</legend>
            <div className={classes.pair}>
              <Choice
                label={texts.result}
                value={evaluation.result}
                options={texts.results}
                disabled={disabled}
                onChange={(result) => set(evaluation, { result })}
              />
              <CheckedField
                label={texts.testedOn}
                description={texts.wholeDayHint}
                value={evaluation.on}
                disabled={disabled}
                problemOf={dayProblem}
                onChange={(on) => set(evaluation, { on }, 'on')}
              />
            </div>
            {!disabled && (
              <Group justify="flex-end">
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  onClick={() =>
                    edit(
                      {
                        ...document,
                        evaluations: document.evaluations.filter((one) => one.key !== evaluation.key),
                      },
                      words,
                    )
                  }
                >
                  {texts.removeTest(evaluation.what)}
                </Button>
              </Group>
            )}
          </fieldset>
        )
      })}
      {mayChange && <NewTest untested={untested} add={add} />}
    </div>
  )
}

interface NewTestProps {
  /** What others of the family were tested for, and this person was not. */
  untested: readonly string[]
  add: (test: Pick<Evaluation, 'what' | 'result'>) => void
}

/** Takes the result with the name: changes are saved at once, and a result that nobody chose would draw a carrier. */
function NewTest({ untested, add }: NewTestProps) {
  const [what, setWhat] = useState('')
  const [result, setResult] = useState<Evaluation['result'] | ''>('')
  const resultInput = useRef<HTMLInputElement>(null)
  const isComplete = what.trim() !== '' && result !== ''
  return (
    <>
      {untested.map((one) => (
        <Button
          key={one}
          size="xs"
          variant="default"
          onClick={() => {
            setWhat(one)
            setResult('')
            resultInput.current?.focus()
          }}
        >
          {texts.alsoTested(one)}
        </Button>
      ))}
      <form
        className={classes.part}
        aria-label={texts.anotherTest}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isComplete) return
          add({ what: what.trim(), result })
          setWhat('')
          setResult('')
        }}
      >
        <TextField label={texts.testedFor} value={what} maxLength={200} disabled={false} onChange={setWhat} />
        <div className={classes.adding}>
          <Choice
            ref={resultInput}
            label={texts.result}
            value={result}
            placeholder={texts.chooseResult}
            options={texts.results}
            disabled={false}
            onChange={setResult}
          />
          <Button type="submit" variant="default" disabled={!isComplete}>
            {texts.addTest}
          </Button>
        </div>
      </form>
    </>
  )
}
