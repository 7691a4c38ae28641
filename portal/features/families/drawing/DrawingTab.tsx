import { Button, Chip, Drawer, Group, Loader } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowsMaximize, IconKeyboard, IconSearch, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CascadeFinding } from '#contract/family-cascade.ts'
import { keyOf } from '#domain/family/sheet/key.ts'
import { LAYERS, type Layer } from '#domain/family/sheet/labels.ts'
import { SHEET_SIZES } from '#domain/family/sheet/sheet.ts'
import { CASCADE_LAYERS, type CascadeLayer, cascadeBadges } from '../cascade/badges.ts'
import { cascadeOptions } from '../cascade/queries.ts'
import { AdditionButtons } from '../editing/AdditionButtons.tsx'
import { Tool, UndoTools } from '../editing/Tool.tsx'
import * as editing from '../editing/texts.ts'
import { useFamilyActions } from '../editing/use-family-actions.tsx'
import { useOpenFamily } from '../open-family.ts'
import { MemberPanel } from '../panel/MemberPanel.tsx'
import classes from './drawing-tab.module.css'
import { FamilyDrawing } from './FamilyDrawing.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { Marks } from './Marks.tsx'
import { PrintDrawing } from './PrintDrawing.tsx'
import * as texts from './texts.ts'

const ZOOMS = [0.4, 0.5, 0.65, 0.8, 1, 1.25, 1.6, 2]
const NO_FINDINGS: readonly CascadeFinding[] = []

type AnyLayer = Layer | CascadeLayer

/** The drawing with its tools, and the panel of who is selected: at the right, or below on a phone. */
export function DrawingTab() {
  const family = useOpenFamily()
  const { placed, selected, select, mayChange, state } = family
  const actions = useFamilyActions()
  const isWide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const { hospitalCode, id, version } = state.family
  const { data: cascade } = useQuery(cascadeOptions(hospitalCode, id, version))
  const findings = cascade?.findings ?? NO_FINDINGS
  const [hidden, hide] = useState<ReadonlySet<AnyLayer>>(new Set())
  const layers = useMemo(() => new Set(LAYERS.filter((layer) => !hidden.has(layer))), [hidden])
  const badges = useMemo(
    () => cascadeBadges(findings, new Set(CASCADE_LAYERS.filter((layer) => !hidden.has(layer)))),
    [findings, hidden],
  )
  const offered: readonly AnyLayer[] = findings.length > 0 ? [...LAYERS, ...CASCADE_LAYERS] : LAYERS
  const [isSheetOpen, openSheet] = useState(false)
  const [showsKeys, showKeys] = useState(false)
  const [zoom, setZoom] = useState(1)
  const viewport = useRef<HTMLElement>(null)
  usePinch(viewport, zoom, setZoom)

  const zoomBy = (step: 1 | -1) =>
    setZoom(
      step === 1
        ? (ZOOMS.find((one) => one > zoom + 0.01) ?? zoom)
        : (ZOOMS.findLast((one) => one < zoom - 0.01) ?? zoom),
    )
  const press = (member: string) => {
    select(member)
    if (!isWide) openSheet(true)
  }
  const handleKey = (event: React.KeyboardEvent, member: string) => {
    if (actions.handleKey(event, member)) return
    if (event.key === '+' || event.key === '=') zoomBy(1)
    else if (event.key === '-') zoomBy(-1)
    else if (event.key === '0') setZoom(1)
    else if (event.key === '?') showKeys(true)
    else return
    event.preventDefault()
  }
  const side = selected !== null && <MemberPanel member={selected} />
  return (
    <div className={classes.tab}>
      <div className={classes.main}>
        <Group gap="xs" className={classes.tools}>
          <Chip.Group
            multiple
            value={offered.filter((layer) => !hidden.has(layer))}
            onChange={(chosen) => hide(new Set(offered.filter((layer) => !chosen.includes(layer))))}
          >
            <Group gap={6} role="group" aria-label={texts.layersLabel}>
              {offered.map((layer) => (
                <Chip key={layer} value={layer} size="xs">
                  {texts.layers[layer]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Group gap={4} ml="auto">
            <UndoTools />
            <Tool label={texts.zoomOut} isDisabled={zoom <= (ZOOMS[0] ?? 0)} onPress={() => zoomBy(-1)}>
              <IconZoomOut size={18} />
            </Tool>
            <Tool label={texts.zoomIn} isDisabled={zoom >= (ZOOMS.at(-1) ?? 0)} onPress={() => zoomBy(1)}>
              <IconZoomIn size={18} />
            </Tool>
            <Tool label={texts.fit} onPress={() => setZoom(fitting(viewport.current))}>
              <IconArrowsMaximize size={18} />
            </Tool>
            <Tool label={editing.findPerson} onPress={actions.find}>
              <IconSearch size={18} />
            </Tool>
            <Button size="xs" variant="default" onClick={family.tidy}>
              {texts.tidy}
            </Button>
            <PrintDrawing />
            <Tool label={texts.keys} onPress={() => showKeys(true)}>
              <IconKeyboard size={18} />
            </Tool>
          </Group>
        </Group>
        <section className={classes.viewport} ref={viewport} aria-label={texts.drawing}>
          {placed ? (
            <FamilyDrawing
              placed={placed}
              label={texts.familyOf(state.family.name)}
              selected={selected}
              layers={layers}
              badges={badges}
              zoom={zoom}
              onPress={press}
              onMove={select}
              onKey={handleKey}
              {...(mayChange ? { onDrag: actions.moveBeside } : {})}
            />
          ) : (
            <div className={classes.waiting}>
              <Loader /> <span role="status">{texts.placing}</span>
            </div>
          )}
        </section>
        <Key />
      </div>
      {isWide ? (
        <aside className={classes.aside} aria-label={texts.selectedPerson}>
          {selected !== null && mayChange && <AdditionButtons member={selected} />}
          {side || <p className={classes.hint}>{texts.selectPerson}</p>}
        </aside>
      ) : (
        <Drawer
          opened={isSheetOpen && selected !== null}
          onClose={() => openSheet(false)}
          position="bottom"
          size="75%"
          title={selected === null ? '' : family.callOf(selected)}
          closeButtonProps={{ 'aria-label': texts.close }}
        >
          {selected !== null && mayChange && <AdditionButtons member={selected} />}
          {side}
        </Drawer>
      )}
      <KeysDialog opened={showsKeys} onClose={() => showKeys(false)} />
    </div>
  )
}

function Key() {
  const { document } = useOpenFamily()
  const lines = useMemo(() => keyOf(document, SHEET_SIZES.symbol * 0.6), [document])
  if (lines.length === 0) return null
  return (
    <section className={classes.key} aria-label={texts.key}>
      <h2>{texts.key}</h2>
      <ul>
        {lines.map(({ marks, sign, meaning }, index) => (
          <li key={index}>
            {marks.length > 0 ? (
              <svg width={26} height={26} viewBox="-13 -13 26 26" aria-hidden="true">
                <Marks marks={marks} />
              </svg>
            ) : (
              <strong>{sign}</strong>
            )}
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The zoom at which the whole drawing is seen. */
function fitting(viewport: HTMLElement | null): number {
  const drawing = viewport?.querySelector('svg')?.viewBox.baseVal
  if (!viewport || !drawing) return 1
  const share = Math.min(viewport.clientWidth / drawing.width, viewport.clientHeight / drawing.height)
  return Math.max(0.2, Math.min(1.25, share))
}

/** Two fingers, or the wheel with Ctrl, zoom; one finger pans as everywhere. */
function usePinch(
  viewport: React.RefObject<HTMLElement | null>,
  zoom: number,
  setZoom: (zoom: number) => void,
) {
  const latest = useRef(zoom)
  useEffect(() => {
    latest.current = zoom
  }, [zoom])
  useEffect(() => {
    const place = viewport.current
    if (!place) return
    const fingers = new Map<number, PointerEvent>()
    let start: { distance: number; zoom: number } | null = null
    const within = (next: number) => Math.min(2, Math.max(0.2, next))
    const distance = () => {
      const [one, other] = [...fingers.values()]
      return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0
    }
    const down = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return
      fingers.set(event.pointerId, event)
      if (fingers.size === 2) start = { distance: distance(), zoom: latest.current }
    }
    const move = (event: PointerEvent) => {
      if (!fingers.has(event.pointerId)) return
      fingers.set(event.pointerId, event)
      if (start && fingers.size === 2 && start.distance > 0)
        setZoom(within((start.zoom * distance()) / start.distance))
    }
    const up = (event: PointerEvent) => {
      fingers.delete(event.pointerId)
      if (fingers.size < 2) start = null
    }
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      setZoom(within(latest.current * (event.deltaY < 0 ? 1.1 : 0.9)))
    }
    place.addEventListener('pointerdown', down)
    place.addEventListener('pointermove', move)
    place.addEventListener('pointerup', up)
    place.addEventListener('pointercancel', up)
    place.addEventListener('wheel', wheel, { passive: false })
    return () => {
      place.removeEventListener('pointerdown', down)
      place.removeEventListener('pointermove', move)
      place.removeEventListener('pointerup', up)
      place.removeEventListener('pointercancel', up)
      place.removeEventListener('wheel', wheel)
    }
  }, [viewport, setZoom])
}
