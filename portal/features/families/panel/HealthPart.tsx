import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { FamilyMember, LegendEntry, MemberCondition } from '#domain/family/document.ts'
import { newEntry } from '#domain/family/legend.ts'
import * as editing from '../editing/texts.ts'
import { useOpenFamily } from '../open-family.ts'
import { Choice, TextField } from './fields.tsx'
import classes from './panel.module.css'
import * as texts from './texts.ts'

type Status = MemberCondition['status'] | ''

/** Somebody's conditions, each an entry of the family's key, and how the key fills them. */
export function HealthPart({ member }: { member: FamilyMember }) {
  const { document, edit, mayChange, callOf } = useOpenFamily()
  const [name, setName] = useState('')
  const disabled = !mayChange
  const { key, conditions } = member
  const words = editing.changed(callOf(key))
  const setConditions = (next: MemberCondition[], series?: string) =>
    edit(
      {
        ...document,
        people: document.people.map((one) => (one.key === key ? { ...one, conditions: next } : one)),
      },
      words,
      series === undefined ? undefined : `${key} ${series}`,
    )
  const setEntry = (entry: LegendEntry, changes: Partial<LegendEntry>, series?: string) =>
    edit(
      {
        ...document,
        legend: document.legend.map((one) => (one.key === entry.key ? { ...one, ...changes } : one)),
      },
      texts.keyChanged,
      series === undefined ? undefined : `${entry.key} ${series}`,
    )
  const addEntry = () => {
    const entry = newEntry(crypto.randomUUID(), name.trim(), document.legend)
    setName('')
    edit(
      {
        ...document,
        legend: [...document.legend, entry],
        people: document.people.map((one) =>
          one.key === key ? { ...one, conditions: [...one.conditions, affectedBy(entry.key)] } : one,
        ),
      },
      words,
    )
  }
  return (
    <div className={classes.part}>
      {document.legend.map((entry) => {
        const own = conditions.find((one) => one.entry === entry.key)
        const others = conditions.filter((one) => one.entry !== entry.key)
        const set = (changes: Partial<MemberCondition>, series?: string) =>
          own && setConditions([...others, { ...own, ...changes }], series)
        return (
          <fieldset key={entry.key} className={classes.union}>
            <legend>{entry.name}</legend>
            <Choice<Status>
              label={texts.status}
              value={own?.status ?? ''}
              options={texts.statuses}
              disabled={disabled}
              onChange={(status) =>
                setConditions(
                  status === '' ? others : [...others, { ...(own ?? affectedBy(entry.key)), status }],
                )
              }
            />
            {own && own.status !== 'unaffected' && (
              <>
                <TextField
                  label={texts.onset}
                  value={own.onset}
                  maxLength={40}
                  disabled={disabled}
                  onChange={(onset) => set({ onset }, `onset ${entry.key}`)}
                />
                <Checkbox
                  label={texts.documented}
                  checked={own.certainty === 'documented'}
                  disabled={disabled}
                  onChange={(event) =>
                    set({ certainty: event.currentTarget.checked ? 'documented' : 'told' })
                  }
                />
              </>
            )}
            {own && (
              <details>
                <summary>{texts.inTheKey}</summary>
                <TextField
                  label={texts.conditionName}
                  value={entry.name}
                  maxLength={200}
                  disabled={disabled}
                  onChange={(next) => setEntry(entry, { name: next }, 'name')}
                />
                <TextField
                  label={texts.code}
                  value={entry.code}
                  maxLength={40}
                  disabled={disabled}
                  onChange={(code) => setEntry(entry, { code }, 'code')}
                />
                <div className={classes.pair}>
                  <Choice
                    label={texts.fill}
                    value={entry.fill}
                    options={texts.fills}
                    disabled={disabled}
                    onChange={(fill) => setEntry(entry, { fill })}
                  />
                  <Choice
                    label={texts.part}
                    value={String(entry.part) as '0'}
                    options={texts.partsOfSymbol}
                    disabled={disabled}
                    onChange={(part: string) =>
                      setEntry(entry, {
                        part: part === 'whole' ? 'whole' : (Number(part) as LegendEntry['part']),
                      })
                    }
                  />
                </div>
              </details>
            )}
          </fieldset>
        )
      })}
      {mayChange && (
        <form
          className={classes.adding}
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') addEntry()
          }}
        >
          <TextField
            label={texts.newCondition}
            value={name}
            maxLength={200}
            disabled={false}
            onChange={setName}
          />
          <Button type="submit" variant="default" disabled={name.trim() === ''}>
            {texts.addCondition}
          </Button>
        </form>
      )}
    </div>
  )
}

const affectedBy = (entry: string): MemberCondition => ({
  ...{ entry, status: 'affected', onset: '', certainty: 'told', notes: '' },
})
