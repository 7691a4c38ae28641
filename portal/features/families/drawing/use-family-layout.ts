import { useCallback, useEffect, useRef, useState } from 'react'
import type { FamilyDocument } from '#domain/family/document.ts'
import type { FamilyLayout } from '#domain/family/layout/layout.ts'
import { layOut, layOutInWorker, MOST_PEOPLE_HERE } from './lay-out.ts'

/** A family with the places of its people: what is on the screen until the next one is placed. */
export interface PlacedFamily {
  document: FamilyDocument
  layout: FamilyLayout
}

interface Placing {
  /** Null while a large family is placed for the first time. */
  placed: PlacedFamily | null
  /** Lays out afresh, as if nothing had been there. */
  tidy: () => void
}

/**
 * Keeps a family laid out while it changes: an edit moves as few people as possible. More than 40 people are placed
 * by a worker, with the previous drawing on the screen until it answers.
 */
export function useFamilyLayout(document: FamilyDocument): Placing {
  const [placed, place] = useState<PlacedFamily | null>(() => here(document, null))
  const latest = useRef(placed)
  const stop = useRef(() => {})
  const settle = useCallback((next: PlacedFamily) => {
    latest.current = next
    place(next)
  }, [])
  const start = useCallback(
    (family: FamilyDocument, before: FamilyLayout | null) => {
      stop.current()
      const now = here(family, before)
      if (now) return settle(now)
      stop.current = layOutInWorker({ document: family, before }, (layout) =>
        settle({ document: family, layout }),
      )
    },
    [settle],
  )
  useEffect(() => () => stop.current(), [])
  useEffect(() => {
    const { current } = latest
    if (current?.document === document) return
    // Names and illnesses move nobody.
    if (current && hasSamePlaces(current.document, document)) settle({ document, layout: current.layout })
    else start(document, current?.layout ?? null)
  }, [document, settle, start])
  return { placed, tidy: () => start(document, null) }
}

function here(document: FamilyDocument, before: FamilyLayout | null): PlacedFamily | null {
  if (document.people.length > MOST_PEOPLE_HERE) return null
  return { document, layout: layOut({ document, before }) }
}

/** Whether nothing changed that a layout is made from. */
function hasSamePlaces(one: FamilyDocument, other: FamilyDocument): boolean {
  return structureOf(one) === structureOf(other)
}

const structureOf = ({ people, unions }: FamilyDocument) =>
  JSON.stringify([
    people.map((member) => [
      ...[member.key, member.gender, member.born, member.birthOrder, member.parents, member.twins],
      ...[member.eggFrom, member.spermFrom, member.carriedBy, member.leftOf, member.isProband],
    ]),
    unions.map((union) => [union.key, union.partners]),
  ])
