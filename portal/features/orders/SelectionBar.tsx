import { Button, CloseButton } from '@mantine/core'
import { IconDownload, IconPrinter, IconTruckDelivery } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { MAX_SELECTED_ORDERS } from '#contract/lists.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { grouped } from '#domain/text/figures.ts'
import { api } from '#portal/api.ts'
import { saveFile } from '#portal/files/file.ts'
import { type ListQuery, unprintableOptions } from '#portal/order/queries.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { exportOf, printable, shippable } from './batch-targets.ts'
import classes from './selection-bar.module.css'
import * as texts from './texts.ts'
import { useExport } from './use-export.ts'
import type { SelectionOfRows } from './use-selection.ts'
import { useShipTogether } from './use-ship-together.tsx'

interface SelectionBarProps {
  selection: SelectionOfRows
  query: ListQuery
}

/** What can be done with the orders that are chosen; at the bottom of the window as long as there are some. */
export function SelectionBar({ selection, query }: SelectionBarProps) {
  const { can } = useSession()
  const { chosen, clear } = selection
  const toPrint = printable(chosen)
  const toShip = shippable(chosen)
  const ship = useShipTogether(toShip, clear)
  const exporting = useExport()
  const print = useMutation({
    mutationFn: async () => {
      if ('whyNot' in toPrint) return
      const { hospital: h, with: ids } = toPrint
      const pdf = await api.documents.requisitions({ params: { h }, query: { ids: ids.join(',') } })
      const filename = `requisitions-${todayAtLaboratory(new Date())}.pdf`
      saveFile(pdf, { filename, mediaType: 'application/pdf' })
      notifySuccess(texts.requisitionsReady(counted(ids.length, 'requisition'), filename))
    },
    onError: notifyProblem,
  })
  const mayShip = can('CreateOrder')
  const tooMany = chosen.length > MAX_SELECTED_ORDERS
  const names = chosen.map(({ patient: { firstName, lastName } }) => `${firstName} ${lastName}`)
  const { data: notPrinted } = useQuery(unprintableOptions('onLabels', names.join(' ')))
  const reasons = [
    ...(notPrinted ? [notPrinted] : []),
    ...('whyNot' in toPrint ? [toPrint.whyNot] : []),
    ...(mayShip && 'whyNot' in toShip ? [toShip.whyNot] : []),
  ]
  return (
    <>
      {chosen.length > 0 && (
        <section className={classes.bar} aria-label={texts.selectedOrders}>
          <div className={classes.inside}>
            <CloseButton aria-label={texts.clearSelection} onClick={clear} />
            <strong role="status">{texts.selectedCount(grouped(chosen.length))}</strong>
            <div className={classes.actions}>
              <Button
                variant="default"
                leftSection={<IconPrinter size={16} aria-hidden />}
                disabled={'whyNot' in toPrint}
                loading={print.isPending}
                onClick={() => print.mutate()}
              >
                <span>
                  Print<span className={classes.wide}> {texts.requisitions}</span>
                  {'with' in toPrint && ` (${toPrint.with.length})`}
                </span>
              </Button>
              {mayShip && (
                <Button
                  variant="default"
                  leftSection={<IconTruckDelivery size={16} aria-hidden />}
                  disabled={'whyNot' in toShip}
                  onClick={ship.open}
                >
                  <span className={classes.short}>
                    <span className={classes.wide}>{texts.enter} </span>tracking
                    <span className={classes.wide}> {texts.number}</span>
                    {'with' in toShip && ` (${toShip.with.length})`}
                  </span>
                </Button>
              )}
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                disabled={tooMany}
                loading={exporting.isPending}
                onClick={() => exporting.mutate({ query: exportOf(query, chosen), total: chosen.length })}
              >
                {texts.exportOrders}
              </Button>
            </div>
            {reasons.length > 0 && <p className={classes.reason}>{[...new Set(reasons)].join(' ')}</p>}
          </div>
        </section>
      )}
      {ship.dialog}
    </>
  )
}
