import { Button, Checkbox, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { counted } from '#ui/counted.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { CheckProgress } from './CheckProgress.tsx'
import { CRUMBS } from './crumbs.tsx'
import { ErrorsList } from './ErrorsList.tsx'
import { GoAhead } from './GoAhead.tsx'
import { Leaving } from './Leaving.tsx'
import { MakingProgress } from './MakingProgress.tsx'
import classes from './manifest.module.css'
import type { OpenManifest } from './open-manifest.ts'
import { RepairCards } from './RepairCards.tsx'
import { DownloadAnnotated, StartOver } from './SheetActions.tsx'
import { SheetGrid } from './SheetGrid.tsx'
import type { Cell } from './sheet.ts'
import { countsInWords, OPEN, visibleRowIndexes } from './states.ts'
import * as texts from './texts.ts'

/** The second step: the rows as a sheet, repaired in place, and made into orders. */
export function SheetStep({ manifest, onForget }: { manifest: OpenManifest; onForget: () => void }) {
  const { head, sheet, check, making } = manifest
  const state = useSyncExternalStore(sheet.subscribe, sheet.state)
  const checking = useSyncExternalStore(check.subscribe, check.state)
  const made = useSyncExternalStore(making.subscribe, making.state)
  const wide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const [onlyRepair, setOnlyRepair] = useState(false)
  const [allColumns, setAllColumns] = useState(false)
  /** Rows that were repaired under the filter: they stay where they are until it is set anew. */
  const [repaired, setRepaired] = useState<ReadonlySet<number>>(new Set())
  /** The cell that was asked for, by a line of the list or by an undo. */
  const [target, setTarget] = useState<Cell | null>(null)

  const { rows, states, counts } = state
  const filtered = onlyRepair || !wide
  const rowIndexes = useMemo(
    () => visibleRowIndexes(rows, states, filtered, repaired),
    [rows, states, filtered, repaired],
  )
  const columns = useMemo(
    () => sheet.columns.filter(({ heading }) => allColumns || state.used.has(heading)),
    [sheet, allColumns, state.used],
  )
  const open = OPEN.reduce((sum, one) => sum + counts[one], 0)
  const busy = made.is === 'running'

  function edit(cell: Cell, value: string) {
    setRepaired((before) => new Set(before).add(cell.row))
    sheet.edit(cell, value)
    if (check.state().is !== 'failed' && check.state().is !== 'stopped') manifest.checkRemaining()
  }
  function undo() {
    const cell = sheet.undo()
    if (!cell) return
    setRepaired((before) => new Set(before).add(cell.row))
    setTarget(cell)
    manifest.checkRemaining()
  }
  return (
    <>
      <PageHead
        title={head.rules.test.testName}
        crumbs={CRUMBS}
        sub={`${head.filename} · ${counted(rows.length, 'row')}${head.referral1 ? texts.copiesTo(head.referral1) : ''}`}
        actions={
          <>
            <StartOver open={open} disabled={busy} onForget={onForget} />
            <DownloadAnnotated manifest={manifest} />
            <GoAhead
              manifest={manifest}
              ready={counts.ready}
              drafts={counts.draft}
              making={made}
              checking={checking.is === 'running'}
            />
          </>
        }
      />
      <Leaving open={open} />
      <MakingProgress manifest={manifest} />
      {head.ignored.length > 0 && (
        <p className={classes.note}>
          {texts.ignoredColumns(
            head.ignored.length === 1 ? 'This column is' : 'These columns are',
            head.ignored.length === 1 ? 'it' : 'them',
            head.ignored.map((one) => `“${one}”`).join(', '),
          )}
        </p>
      )}
      <CheckProgress run={check} uncheckedCount={state.uncheckedRows.length} />
      <div className={classes.toolbar}>
        <p className={classes.counts} role="status">
          {countsInWords(counts)}
        </p>
        <Group gap="md">
          {wide && (
            <>
              <Checkbox
                label={texts.onlyRowsToFix}
                checked={onlyRepair}
                onChange={(event) => {
                  setOnlyRepair(event.currentTarget.checked)
                  setRepaired(new Set())
                }}
              />
              <Checkbox
                label={texts.allColumns}
                checked={allColumns}
                onChange={(event) => setAllColumns(event.currentTarget.checked)}
              />
            </>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={!state.canUndo || busy}
            onClick={undo}
          >
            {texts.undo}
          </Button>
        </Group>
      </div>
      {wide ? (
        <div className={classes.sheet}>
          <SheetGrid
            {...{ sheet, state, rowIndexes, columns, target }}
            readOnly={busy}
            onEdit={edit}
            onUndo={undo}
          />
          <ErrorsList {...{ sheet, state }} onGo={(cell) => setTarget({ ...cell })} />
        </div>
      ) : (
        <RepairCards {...{ sheet, state, rowIndexes }} readOnly={busy} onEdit={edit} />
      )}
    </>
  )
}
