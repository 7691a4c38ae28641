import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { FamilyDocument, MemberKey } from '#domain/family/document.ts'
import { sentencesOf } from '#domain/family/sentences.ts'
import { LAYERS, type Layer } from '#domain/family/sheet/labels.ts'
import { SHEET_SIZES, type Sheet, sheetOf } from '#domain/family/sheet/sheet.ts'
import classes from './family-drawing.module.css'
import { Marks } from './Marks.tsx'
import { type Direction, neighborOf } from './neighbors.ts'
import type { PlacedFamily } from './use-family-layout.ts'

/** Short words below somebody's labels, such as a chance or a step. The words say it, the tone only repeats it. */
export interface Badge {
  words: string
  tone: 'has' | 'may' | 'not' | 'plain'
}

interface FamilyDrawingProps {
  /** Of `useFamilyLayout`. */
  placed: PlacedFamily
  /** What a screen reader calls the drawing: `Family of Ana Brook`. */
  label: string
  /** Who is ringed. */
  selected?: MemberKey | null
  /** Who is lit: chosen for an order, meant by a question. */
  lit?: ReadonlySet<MemberKey>
  layers?: ReadonlySet<Layer>
  /** The whole family, if this is a part: people are told of as in the whole, and numbers, which differ, are left out. */
  partOf?: FamilyDocument
  badges?: ReadonlyMap<MemberKey, readonly Badge[]>
  /** 1 is as drawn; `fit` is as wide as the place, but no larger than drawn. */
  zoom?: number | 'fit'
  /** A click, a tap, Enter or Space on somebody. */
  onPress?: (member: MemberKey) => void
  /** The keyboard moved to somebody. */
  onMove?: (member: MemberKey) => void
  /** Any other key, while somebody has the focus. */
  onKey?: (event: KeyboardEvent, member: MemberKey) => void
  /** Somebody was dragged beside somebody else: `side` of them. */
  onDrag?: (member: MemberKey, beside: MemberKey, side: 'left' | 'right') => void
}

const ALL_LAYERS: ReadonlySet<Layer> = new Set(LAYERS)
const UNNUMBERED: ReadonlySet<Layer> = new Set(LAYERS.filter((layer) => layer !== 'numbers'))
const NO_BADGES: ReadonlyMap<MemberKey, readonly Badge[]> = new Map()
const NONE_LIT: ReadonlySet<MemberKey> = new Set()
const BADGE = 17

/**
 * A pedigree. Everything drawn comes from the sheet's numbers (domain/family/sheet). For assistive technology it is a
 * grid, a row for each generation, in which every person is a sentence; arrow keys lead along the lines.
 */
export function FamilyDrawing(props: FamilyDrawingProps) {
  const { placed, label, selected = null, lit = NONE_LIT, badges = NO_BADGES, partOf } = props
  const { zoom = 1, onPress, onMove, onKey } = props
  const { layers = partOf ? UNNUMBERED : ALL_LAYERS } = props
  const { document, layout } = placed
  const sheet = useMemo(
    () =>
      sheetOf(document, layout, layers, (key) =>
        Math.ceil(((badges.get(key)?.length ?? 0) * BADGE) / SHEET_SIZES.textLine),
      ),
    [document, layout, layers, badges],
  )
  const sentences = useMemo(
    () => sentencesOf(partOf ?? document, (key) => (partOf ? '' : (layout.places.get(key)?.number ?? ''))),
    [document, layout, partOf],
  )
  const [focused, focus] = useState<MemberKey | null>(null)
  const proband = document.people.find(({ isProband }) => isProband)?.key
  const known = (key: MemberKey | null | undefined) => (key != null && layout.places.has(key) ? key : null)
  const entered = known(selected) ?? known(focused) ?? known(proband) ?? document.people[0]?.key
  const cells = useRef(new Map<MemberKey, SVGGElement>())
  const drag = useDrag(props, sheet)

  // Whoever is selected elsewhere is brought into view; the focus follows only inside the drawing.
  useEffect(() => {
    const cell = selected === null ? undefined : cells.current.get(selected)
    if (!cell) return
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const active = globalThis.document.activeElement
    if (active?.getAttribute('role') === 'gridcell' && cell.ownerSVGElement?.contains(active)) cell.focus()
  }, [selected, placed])

  // Whoever had the focus is gone, by an undo or a removal: the keys go on with who is left.
  const hadFocus = useRef(false)
  useEffect(() => {
    const { activeElement, body } = globalThis.document
    if (hadFocus.current && activeElement === body && entered !== undefined)
      cells.current.get(entered)?.focus({ preventScroll: true })
  }, [entered, placed])

  const moveTo = (key: MemberKey) => {
    focus(key)
    onMove?.(key)
    cells.current.get(key)?.focus()
  }
  const handleKey = (event: KeyboardEvent, key: MemberKey) => {
    const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    const direction = isPlain ? DIRECTIONS.get(event.key) : undefined
    if (direction !== undefined) {
      event.preventDefault()
      const next = neighborOf(placed, key, direction)
      if (next !== null) moveTo(next)
    } else if (onPress && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      onPress(key)
    } else onKey?.(event, key)
  }
  const placeOf = (member: MemberKey, [x, y]: readonly [number, number]) => {
    const by = drag.dragged?.member === member ? drag.dragged.by : 0
    return `translate(${x + by}px, ${y}px)`
  }
  const size = zoom === 'fit' ? {} : { width: sheet.width * zoom, height: sheet.height * zoom }
  const rows = sheet.generations.map((generation, row) => ({
    ...generation,
    people: sheet.people.filter((person) => person.row === row).sort((one, other) => one.at[0] - other.at[0]),
  }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing that is walked through like a table.
    <svg
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above.
      role="grid"
      aria-label={label}
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      {...size}
      className={classes.drawing}
      data-zoom={zoom === 'fit' ? 'fit' : undefined}
      style={zoom === 'fit' ? { maxWidth: sheet.width } : undefined}
      onFocus={() => {
        hadFocus.current = true
      }}
      onBlur={() => {
        hadFocus.current = false
      }}
      onPointerDown={drag.down}
      onPointerMove={drag.move}
      onPointerUp={drag.up}
      onPointerCancel={drag.cancel}
    >
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it has the focus. */}
      <g aria-hidden="true" className={classes.lines} key={linesKey(sheet)}>
        <Marks marks={sheet.lines} />
        {(partOf ? [] : sheet.generations).map(({ numeral, y }) => (
          <text key={numeral} x={10} y={y + 4} className={classes.numeral}>
            {numeral}
          </text>
        ))}
      </g>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it has the focus; the cells below are named. */}
      <g aria-hidden="true">
        {sheet.people.map(({ member, at, marks, below }) => (
          <g
            key={member}
            className={classes.person}
            style={{ transform: placeOf(member, at) }}
            data-lit={lit.has(member) || undefined}
            data-selected={member === selected || undefined}
          >
            <Ring />
            <Marks marks={marks} />
            <Badges badges={badges.get(member) ?? []} below={below} />
          </g>
        ))}
      </g>
      {rows.map(({ numeral, people }) => (
        // biome-ignore lint/a11y/useSemanticElements: there is no table row in SVG.
        <g role="row" key={numeral} {...(partOf ? {} : { 'aria-label': numeral })}>
          {people.map(({ member, at, below }) => (
            // biome-ignore lint/a11y/useSemanticElements: there is no table cell in SVG.
            <g
              role="gridcell"
              key={member}
              ref={(cell) => {
                if (cell) cells.current.set(member, cell)
                return () => {
                  cells.current.delete(member)
                }
              }}
              tabIndex={member === entered ? 0 : -1}
              aria-label={[
                sentences.get(member)?.sentence ?? '',
                ...(badges.get(member) ?? []).map(({ words }) => words),
              ].join(', ')}
              aria-selected={member === selected || lit.has(member)}
              data-member={member}
              className={classes.cell}
              style={{ transform: placeOf(member, at) }}
              onKeyDown={(event) => handleKey(event, member)}
              onFocus={() => focus(member)}
              onClick={(event) => {
                event.currentTarget.focus()
                if (!drag.wasDragged()) onPress?.(member)
              }}
            >
              <Surface height={below} />
              <Ring />
            </g>
          ))}
        </g>
      ))}
    </svg>
  )
}

const DIRECTIONS: ReadonlyMap<string, Direction> = new Map([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['Home', 'first'],
  ['End', 'last'],
])

/** Changes with each new course of the lines, which then fade in while people glide. */
const linesKey = (sheet: Sheet) =>
  sheet.lines.map((mark) => (mark.kind === 'path' ? mark.d : mark.words)).join('')

/** What can be pressed: the symbol and the words below it, 44 pixels at least. */
function Surface({ height }: { height: number }) {
  const top = -SHEET_SIZES.symbol / 2 - 10
  return <rect x={-44} y={top} width={88} height={Math.max(height, 34) - top} className={classes.touch} />
}

/** Round who is selected, lit or has the focus; closer below, where the number stands, which it must not touch. */
function Ring() {
  const [ring, below] = [SHEET_SIZES.symbol / 2 + 8, SHEET_SIZES.symbol / 2 + 2.5]
  return <rect x={-ring} y={-ring} width={2 * ring} height={ring + below} rx={8} className={classes.ring} />
}

function Badges({ badges, below }: { badges: readonly Badge[]; below: number }) {
  return badges.map(({ words, tone }, index) => {
    const [y, width] = [below - 10 + index * BADGE, Math.max(34, words.length * 6.4 + 12)]
    return (
      <g key={index} className={classes.badge} data-tone={tone}>
        <rect x={-width / 2} y={y} width={width} height={14} rx={7} />
        <text y={y + 10.5} textAnchor="middle" fontSize={10.5}>
          {words}
        </text>
      </g>
    )
  })
}

/** Further than a click that trembles, in pixels. */
const DRAG_FROM = 6

/** Drags somebody left or right; a finger pans instead, and moves people by buttons. */
function useDrag({ placed, zoom = 1, onDrag }: FamilyDrawingProps, sheet: Sheet) {
  const from = useRef<{ member: MemberKey; x: number; wasDragged: boolean } | null>(null)
  const suppressed = useRef(false)
  const [dragged, setDragged] = useState<{ member: MemberKey; by: number } | null>(null)
  const scale = typeof zoom === 'number' ? zoom : 1
  const end = () => {
    from.current = null
    setDragged(null)
  }
  return {
    dragged,
    wasDragged: () => suppressed.current,
    down: (event: React.PointerEvent<SVGSVGElement>) => {
      suppressed.current = false
      const cell = (event.target as Element).closest('[data-member]')
      const member = cell?.getAttribute('data-member')
      if (!onDrag || !member || event.pointerType === 'touch' || event.button !== 0) return
      from.current = { member, x: event.clientX, wasDragged: false }
    },
    move: (event: React.PointerEvent<SVGSVGElement>) => {
      const { current } = from
      if (!current) return
      const by = (event.clientX - current.x) / scale
      if (!current.wasDragged && Math.abs(by) < DRAG_FROM) return
      if (!current.wasDragged) event.currentTarget.setPointerCapture(event.pointerId)
      current.wasDragged = true
      setDragged({ member: current.member, by })
    },
    up: (event: React.PointerEvent<SVGSVGElement>) => {
      const { current } = from
      end()
      if (!current?.wasDragged) return
      suppressed.current = true
      const by = (event.clientX - current.x) / scale
      const dropped = neighborAt(sheet, current.member, by)
      if (dropped && placed.layout.places.has(dropped.beside))
        onDrag?.(current.member, dropped.beside, dropped.side)
    },
    cancel: end,
  }
}

/** Beside whom of the row somebody was dropped; null if that is where they stood. */
function neighborAt(sheet: Sheet, member: MemberKey, by: number) {
  const dragged = sheet.people.find((person) => person.member === member)
  if (!dragged) return null
  const row = sheet.people
    .filter((person) => person.row === dragged.row && person.member !== member)
    .sort((one, other) => one.at[0] - other.at[0])
  const place = row.filter((person) => person.at[0] < dragged.at[0] + by).length
  const before = row.filter((person) => person.at[0] < dragged.at[0]).length
  if (place === before) return null
  const [right, left] = [row[place], row[place - 1]]
  if (by < 0 && right) return { beside: right.member, side: 'left' as const }
  return left ? { beside: left.member, side: 'right' as const } : null
}
