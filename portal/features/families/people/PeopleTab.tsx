import { Button, Drawer, Group } from '@mantine/core'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { FamilyMember, MemberKey } from '#domain/family/document.ts'
import { familyGraph } from '#domain/family/graph.ts'
import { roman } from '#domain/family/layout/layout.ts'
import { relations } from '#domain/family/relation.ts'
import { relationInWords } from '#domain/family/relation-words.ts'
import { familyInWords } from '#domain/family/sentences.ts'
import { AdditionButtons } from '../editing/AdditionButtons.tsx'
import { ADDITIONS } from '../editing/additions.ts'
import { UndoTools } from '../editing/Tool.tsx'
import * as editing from '../editing/texts.ts'
import { useFamilyActions } from '../editing/use-family-actions.tsx'
import { useOpenFamily } from '../open-family.ts'
import { partialDateProblem } from '../panel/fields.tsx'
import { MemberPanel } from '../panel/MemberPanel.tsx'
import { genders, lives } from '../panel/texts.ts'
import classes from './people.module.css'
import * as texts from './texts.ts'

/** The same family as a table: a row for each person, by generation, edited in place with the drawing's keys. */
export function PeopleTab() {
  const { document, placed, selected, select, mayChange, callOf, numberOf } = useOpenFamily()
  const { add, find } = useFamilyActions()
  const [opened, open] = useState<MemberKey | null>(null)
  const rows = useMemo(() => generationsOf(document.people, placed?.layout.places), [document, placed])
  const related = useMemo(() => relationsOf(document), [document])
  const table = useRef<HTMLTableElement>(null)
  const focusRow = (member: MemberKey) => {
    select(member)
    table.current?.querySelector<HTMLElement>(`[data-member="${CSS.escape(member)}"]`)?.focus()
  }
  // As in the drawing: the keys go on with who was just added or found.
  useEffect(() => {
    const rowOf = (member: MemberKey | null) =>
      member === null
        ? null
        : table.current?.querySelector<HTMLElement>(`[data-member="${CSS.escape(member)}"]`)
    const hasFocus =
      globalThis.document.activeElement?.matches('[data-member]') &&
      table.current?.contains(globalThis.document.activeElement)
    if (hasFocus) rowOf(selected)?.focus()
  }, [selected, rows])
  const inOrder = rows.flat().map(({ key }) => key)
  const entered = selected ?? inOrder[0]
  return (
    <>
      {selected !== null && mayChange && (
        <fieldset className={classes.additions} aria-label={texts.addTo(callOf(selected))}>
          <span>{texts.addTo(callOf(selected))}</span>
          {ADDITIONS.map(({ letter, label }) => (
            <Button key={letter} size="xs" variant="default" onClick={() => add(letter, selected)}>
              {label}
            </Button>
          ))}
        </fieldset>
      )}
      <Group gap={4} mb="xs">
        <Button size="xs" variant="default" onClick={find}>
          {editing.findPerson}
        </Button>
        <UndoTools />
      </Group>
      <div className={classes.frame}>
        <table className={classes.table} ref={table} aria-label={texts.people}>
          <thead>
            <tr>
              {texts.columns.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          {rows.map((people, row) => (
            <tbody key={row} aria-label={texts.generation(roman(row + 1))}>
              <tr className={classes.generation}>
                <th colSpan={texts.columns.length} scope="rowgroup">
                  {texts.generation(roman(row + 1))}
                </th>
              </tr>
              {people.map((member) => (
                <PersonRow
                  key={member.key}
                  member={member}
                  relation={related(member)}
                  isEntered={member.key === entered}
                  onMove={(by) => {
                    const next = inOrder[inOrder.indexOf(member.key) + by]
                    if (next !== undefined) focusRow(next)
                  }}
                  onOpen={() => open(member.key)}
                />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <details className={classes.words}>
        <summary>{texts.inWords}</summary>
        <Sentences people={rows} numberOf={numberOf} />
      </details>
      <Drawer
        opened={opened !== null}
        onClose={() => open(null)}
        position="right"
        title={texts.details}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        {opened !== null && mayChange && <AdditionButtons member={opened} />}
        {opened !== null && <MemberPanel member={opened} />}
      </Drawer>
    </>
  )
}

interface PersonRowProps {
  member: FamilyMember
  relation: string
  isEntered: boolean
  onMove: (by: 1 | -1) => void
  onOpen: () => void
}

function PersonRow({ member, relation, isEntered, onMove, onOpen }: PersonRowProps) {
  const { document, change, select, selected, mayChange, callOf, numberOf } = useOpenFamily()
  const { handleKey } = useFamilyActions()
  const { key } = member
  const call = callOf(key)
  const set = (changes: Partial<FamilyMember>, field?: string) =>
    change(key, changes, editing.changed(call), field === undefined ? undefined : `${key} ${field}`)
  const handleRowKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (by !== null) {
      event.preventDefault()
      onMove(by)
    } else handleKey(event, key)
  }
  const conditions = member.conditions.flatMap(({ entry, status, onset }) => {
    const name = document.legend.find((one) => one.key === entry)?.name ?? ''
    return status === 'unaffected' ? [] : [onset === '' ? name : texts.at(name, onset)]
  })
  const results = document.evaluations.filter((one) => one.member === key)
  return (
    <tr data-selected={selected === key || undefined} onFocus={() => selected !== key && select(key)}>
      <th scope="row">
        <button
          type="button"
          className={classes.number}
          data-member={key}
          tabIndex={isEntered ? 0 : -1}
          aria-label={texts.openPerson(call, numberOf(key))}
          onClick={onOpen}
          onKeyDown={handleRowKey}
        >
          {numberOf(key)}
        </button>
      </th>
      <td data-label={texts.columns[1]}>
        <div className={classes.name}>
          <input
            aria-label={texts.firstNameOf(call)}
            placeholder={texts.firstName}
            value={member.firstName}
            maxLength={100}
            disabled={!mayChange}
            onChange={(event) => set({ firstName: event.currentTarget.value }, 'firstName')}
          />
          <input
            aria-label={texts.lastNameOf(call)}
            placeholder={texts.lastName}
            value={member.lastName}
            maxLength={100}
            disabled={!mayChange}
            onChange={(event) => set({ lastName: event.currentTarget.value }, 'lastName')}
          />
        </div>
      </td>
      <td data-label={texts.columns[2]}>{relation}</td>
      <td data-label={texts.columns[3]}>
        <Options
          label={texts.genderOf(call)}
          value={member.gender}
          options={genders}
          onChange={(gender) => set({ gender })}
        />
      </td>
      <td data-label={texts.columns[4]}>
        <BornCell member={member} label={texts.bornOf(call)} onChange={(born) => set({ born }, 'born')} />
      </td>
      <td data-label={texts.columns[5]}>
        <Options
          label={texts.lifeOf(call)}
          value={member.life}
          options={lives}
          onChange={(life) => set({ life })}
        />
      </td>
      <td data-label={texts.columns[6]}>{conditions.join(', ')}</td>
      <td data-label={texts.columns[7]}>
        {results.map(({ what, result }) => texts.resultOf(what, result)).join(', ')}
      </td>
    </tr>
  )
}

interface OptionsProps<Value extends string> {
  label: string
  value: Value
  options: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
}

/** The browser's own list: sixty rows of them weigh nothing. */
function Options<Value extends string>({ label, value, options, onChange }: OptionsProps<Value>) {
  const { mayChange } = useOpenFamily()
  return (
    <select
      aria-label={label}
      value={value}
      disabled={!mayChange}
      onChange={(event) => {
        const option = options.find(([one]) => one === event.currentTarget.value)
        if (option) onChange(option[0])
      }}
    >
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  )
}

/** Saved as soon as it is a year, a month or a day. */
function BornCell({
  member,
  label,
  onChange,
}: {
  member: FamilyMember
  label: string
  onChange: (born: string) => void
}) {
  const { mayChange } = useOpenFamily()
  const [typed, type] = useState<string | null>(null)
  const problem = typed === null ? null : partialDateProblem(typed.trim())
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={problem !== null}
        value={typed ?? member.born}
        disabled={!mayChange}
        maxLength={10}
        onChange={(event) => {
          const text = event.currentTarget.value
          type(text)
          if (partialDateProblem(text.trim()) === null) onChange(text.trim())
        }}
        onBlur={() => problem === null && type(null)}
      />
      {problem !== null && (
        <span role="alert" className={classes.problem}>
          {problem}
        </span>
      )}
    </>
  )
}

/** What the drawing says, to read or to hear from beginning to end. */
function Sentences({
  people,
  numberOf,
}: {
  people: readonly (readonly FamilyMember[])[]
  numberOf: (member: MemberKey) => string
}) {
  const { document } = useOpenFamily()
  const sentences = familyInWords(
    document,
    people.map((row) => row.map(({ key }) => key)),
    numberOf,
  )
  return sentences.map((sentence) => <p key={sentence}>{sentence}</p>)
}

/** By generation, from left to right in the drawing. */
function generationsOf(
  people: readonly FamilyMember[],
  places: ReadonlyMap<MemberKey, { x: number; row: number }> | undefined,
): FamilyMember[][] {
  const placed = people.filter(({ key }) => places?.has(key))
  const rows = Map.groupBy(placed, ({ key }) => places?.get(key)?.row ?? 0)
  return [...rows]
    .sort(([one], [other]) => one - other)
    .map(([, row]) =>
      row.sort((one, other) => (places?.get(one.key)?.x ?? 0) - (places?.get(other.key)?.x ?? 0)),
    )
}

function relationsOf(document: Parameters<typeof familyGraph>[0]) {
  const proband = document.people.find(({ isProband }) => isProband)
  const { of } = relations(document, familyGraph(document))
  return (member: FamilyMember) => {
    if (!proband) return ''
    return member === proband ? texts.proband : relationInWords(of(member.key, proband.key), member.gender)
  }
}
