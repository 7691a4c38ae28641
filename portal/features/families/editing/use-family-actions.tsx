import { Button, Group, Modal } from '@mantine/core'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useRef, useState } from 'react'
import { memberOf } from '#domain/family/additions.ts'
import type { FamilyDocument, Gender, MemberKey } from '#domain/family/document.ts'
import { descendantsOf, removeBranch, removeMember } from '#domain/family/removal.ts'
import { neighborOf } from '../drawing/neighbors.ts'
import { useOpenFamily } from '../open-family.ts'
import { ADDITIONS, HALF_SIBLING, MOST_AT_ONCE, newKey } from './additions.ts'
import { FindPerson } from './FindPerson.tsx'
import * as texts from './texts.ts'

interface FamilyActions {
  add: (letter: string, member: MemberKey, count?: number) => void
  /** Asks first. */
  remove: (member: MemberKey) => void
  /** Who stands beside somebody in the drawing, in the same generation. */
  neighbors: (member: MemberKey) => { left: MemberKey | null; right: MemberKey | null }
  /** Past the neighbor of that side. */
  move: (member: MemberKey, side: 'left' | 'right') => void
  /** Keeps two side by side in the drawing: `side` is where the first stands. */
  moveBeside: (member: MemberKey, beside: MemberKey, side: 'left' | 'right') => void
  /** Asks whom to go to. */
  find: () => void
  /** The keys of the drawing and the table; true if the key was one of them. */
  handleKey: (event: KeyboardEvent, member: MemberKey) => boolean
}

const FamilyActionsContext = createContext<FamilyActions | null>(null)

export function useFamilyActions(): FamilyActions {
  const actions = useContext(FamilyActionsContext)
  if (!actions) throw new Error('The family cannot be changed here')
  return actions
}

const GENDERS: ReadonlyMap<string, Gender> = new Map([
  ['F', 'woman'],
  ['M', 'man'],
  ['N', 'nonbinary'],
])
const GENDER_WORDS: Record<Gender, string> = {
  man: texts.man,
  woman: texts.woman,
  nonbinary: texts.nonbinary,
  '': texts.unknownGender,
}
const LETTERS = new Map([...ADDITIONS, HALF_SIBLING].map((kind) => [kind.letter, kind]))

/**
 * What keys and buttons do to somebody, the same in the drawing and the table. After an addition F, M and N say the
 * gender of who was added; a number before a letter adds as many.
 */
export function FamilyActionsProvider({ children }: { children: ReactNode }) {
  const { document, placed, edit, change, undo, redo, select, announce, callOf, mayChange } = useOpenFamily()
  const [removing, askToRemove] = useState<MemberKey | null>(null)
  const [isFinding, find] = useState(false)
  const typed = useRef('')
  const justAdded = useRef<MemberKey | null>(null)

  const act = (next: FamilyDocument, words: string) => {
    edit(next, words)
    announce(texts.withCount(words, next.people.length))
  }
  const add = (letter: string, member: MemberKey, count = 1) => {
    const kind = LETTERS.get(letter)
    if (!kind) return
    const { document: next, added } = kind.add(document, member, Math.min(Math.max(1, count), MOST_AT_ONCE))
    const [first] = added
    if (first === undefined) return announce(texts.nothingToAdd(callOf(member)))
    act(next, kind.added(callOf(member)))
    select(first)
    justAdded.current = memberOf(next, first).gender === '' ? first : null
  }
  const remove = (member: MemberKey, isBranch: boolean) => {
    const next = isBranch ? removeBranch(document, member) : removeMember(document, member, newKey)
    act(next, isBranch ? texts.branchRemoved(callOf(member)) : texts.removed(callOf(member)))
    askToRemove(null)
  }
  const setGender = (member: MemberKey, gender: Gender) => {
    const words = texts.genderOf(callOf(member), GENDER_WORDS[gender])
    change(member, { gender }, words)
    announce(words)
  }
  const toggleDied = (member: MemberKey) => {
    const isDead = memberOf(document, member).life === 'dead'
    const words = isDead ? texts.aliveOf(callOf(member)) : texts.diedOf(callOf(member))
    change(member, { life: isDead ? 'alive' : 'dead' }, words)
    announce(words)
  }
  const toggleAffected = (member: MemberKey) => {
    const next = withFirstCondition(document, member)
    const words = next.isAffected ? texts.affectedOf : texts.notAffectedOf
    act(next.document, words(callOf(member), next.name))
  }

  const neighbors = (member: MemberKey) => ({
    left: placed ? neighborOf(placed, member, 'left') : null,
    right: placed ? neighborOf(placed, member, 'right') : null,
  })
  const moveBeside = (member: MemberKey, beside: MemberKey, side: 'left' | 'right') =>
    act(
      withNeighbors(document, side === 'left' ? [member, beside] : [beside, member]),
      texts.moved(callOf(member)),
    )
  const move = (member: MemberKey, side: 'left' | 'right') => {
    const beside = neighbors(member)[side]
    if (beside === null) announce(texts.noNeighbor(callOf(member), side))
    else moveBeside(member, beside, side)
  }

  const handleKey = (event: KeyboardEvent, member: MemberKey): boolean => {
    const isCommand = event.ctrlKey || event.metaKey
    const letter = event.key.toUpperCase()
    const done = (action: () => void) => {
      event.preventDefault()
      action()
      return true
    }
    if (event.key === '/' && !isCommand && !event.altKey) return done(() => find(true))
    if (!mayChange || event.altKey) return false
    if (isCommand)
      return letter === 'Z' ? done(event.shiftKey ? redo : undo) : letter === 'Y' ? done(redo) : false
    if (event.shiftKey && event.key === 'ArrowLeft') return done(() => move(member, 'left'))
    if (event.shiftKey && event.key === 'ArrowRight') return done(() => move(member, 'right'))
    if (/^\d$/.test(event.key)) return done(() => (typed.current = `${typed.current}${event.key}`.slice(-2)))
    const count = Number(typed.current) || 1
    typed.current = ''
    const gender = GENDERS.get(letter)
    if (gender !== undefined && justAdded.current === member) {
      justAdded.current = null
      return done(() => setGender(member, gender))
    }
    justAdded.current = null
    if (LETTERS.has(letter)) return done(() => add(letter, member, count))
    if (letter === 'D') return done(() => toggleDied(member))
    if (letter === 'A') return done(() => toggleAffected(member))
    if (event.key === 'Delete' || event.key === 'Backspace') return done(() => askToRemove(member))
    return false
  }
  return (
    <FamilyActionsContext
      value={{ add, remove: askToRemove, neighbors, move, moveBeside, find: () => find(true), handleKey }}
    >
      {children}
      <FindPerson opened={isFinding} onClose={() => find(false)} />
      <RemoveDialog member={removing} onRemove={remove} onClose={() => askToRemove(null)} />
    </FamilyActionsContext>
  )
}

/** The drawing keeps the first at the left of the second. */
function withNeighbors(
  document: FamilyDocument,
  [left, right]: readonly [left: MemberKey, right: MemberKey],
): FamilyDocument {
  return {
    ...document,
    people: document.people.map((one) => {
      if (one.key === left) return { ...one, leftOf: right }
      return one.leftOf === right || (one.key === right && one.leftOf === left) ? { ...one, leftOf: '' } : one
    }),
  }
}

/** Marks somebody with the first condition of the legend, or takes it away; makes one if there is none. */
function withFirstCondition(document: FamilyDocument, member: MemberKey) {
  const { conditions } = memberOf(document, member)
  const entry = document.legend[0] ?? {
    ...{ key: crypto.randomUUID(), name: texts.affected, code: '' },
    ...{ fill: 'solid' as const, part: 'whole' as const },
  }
  const isAffected = !conditions.some((one) => one.entry === entry.key && one.status === 'affected')
  const others = conditions.filter((one) => one.entry !== entry.key)
  const own = { entry: entry.key, status: 'affected', onset: '', certainty: 'told', notes: '' } as const
  return {
    ...{ isAffected, name: entry.name },
    document: {
      ...document,
      legend: document.legend.length === 0 ? [entry] : document.legend,
      people: document.people.map((one) =>
        one.key === member ? { ...one, conditions: isAffected ? [...others, own] : others } : one,
      ),
    },
  }
}

interface RemoveDialogProps {
  member: MemberKey | null
  onRemove: (member: MemberKey, isBranch: boolean) => void
  onClose: () => void
}

/** Asks what is meant of somebody with descendants: the person, whose place stays, or all below. */
function RemoveDialog({ member, onRemove, onClose }: RemoveDialogProps) {
  const { document, callOf } = useOpenFamily()
  const below = member === null ? [] : descendantsOf(document, member)
  return (
    <Modal
      opened={member !== null}
      onClose={onClose}
      title={texts.removeTitle(member === null ? '' : callOf(member))}
      withCloseButton={false}
    >
      <p>
        {below.length > 0 ? texts.removePlaceStays : texts.removeAlone}{' '}
        {below.length > 0 && texts.removeBranchHint(below.length)} {texts.undoHint}
      </p>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.keep}
        </Button>
        {below.length > 0 && (
          <Button variant="default" onClick={() => member !== null && onRemove(member, true)}>
            {texts.removeBranch}
          </Button>
        )}
        <Button color="red" onClick={() => member !== null && onRemove(member, false)}>
          {texts.removePerson}
        </Button>
      </Group>
    </Modal>
  )
}
