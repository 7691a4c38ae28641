import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Order } from '#contract/order.ts'
import { FOLLOW_UP_HASH, orderFollowUpsOptions } from '#portal/features/follow-up/public.ts'
import {
  newestCurrent,
  ReportBanners,
  ReportViewer,
  reportsOptions,
  versionsInAddress,
} from '#portal/features/reports/public.ts'
import { OrderBanner } from './OrderBanner.tsx'
import { RequisitionViewer } from './requisition/RequisitionViewer.tsx'
import { REQUISITION_HASH } from './requisition/requisition-address.ts'

/** The document that the address asks for, under what should be known first. */
export function OpenedDocument({ order }: { order: Order }) {
  const hash = useLocation({ select: (location) => location.hash })
  const { data } = useQuery(reportsOptions(order.hospitalCode, order.id))
  const { data: followUps = [] } = useQuery({
    ...orderFollowUpsOptions(order.hospitalCode, order.id),
    enabled: order.stage !== 'draft',
  })
  const own = new Set(
    followUps
      .filter(({ kind, closed, isOwn }) => kind === 'report' && closed === null && isOwn)
      .map(({ person, testCode }) => `${person} ${testCode}`),
  )
  const opened = data ? versionsInAddress(hash, data.reports) : []
  const requisition = hash === REQUISITION_HASH && order.abilities.includes('printRequisition')
  const key = opened.map(({ version }) => version.version).join()
  const isOpen = opened.length > 0 || requisition
  return (
    <>
      <OrderBanner
        order={order}
        besideDocument={isOpen || (data !== undefined && newestCurrent(data.reports) !== null)}
      />
      <ReportBanners
        order={order}
        reading={isOpen}
        acknowledging={{
          hash: FOLLOW_UP_HASH,
          isOwn: ({ person, testCode }) => own.has(`${person} ${testCode}`),
        }}
      />
      {data && opened.length > 0 ? (
        <ReportViewer key={key} order={order} reports={data.reports} opened={opened} />
      ) : requisition ? (
        <RequisitionViewer order={order} />
      ) : null}
    </>
  )
}
