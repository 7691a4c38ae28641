import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import { PdfViewer } from '#portal/files/PdfViewer.tsx'
import { requisitionOptions, unprintableOptions } from '#portal/order/queries.ts'
import { personAndBirthOf } from '#portal/order/words.ts'
import * as texts from '../texts.ts'

/** The requisition as it is to be printed now, with what was added to it. */
export function RequisitionViewer({ order }: { order: Order }) {
  const { hospitalCode, id, version, accessionNumber, requisitionAdditions } = order
  const edition = [version, accessionNumber, requisitionAdditions.length].join(' ')
  const query = useQuery(requisitionOptions(hospitalCode, id, edition))
  const names = order.document.patients.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  const { data: notPrinted } = useQuery(unprintableOptions('onLabels', names.join(' ')))
  return (
    <PdfViewer
      title={texts.requisitionOf(personAndBirthOf(order))}
      noun="requisition"
      filename={`requisition-${id}.pdf`}
      query={query}
      warning={
        notPrinted && (
          <Alert color="yellow" mb="md">
            {notPrinted}
          </Alert>
        )
      }
    />
  )
}
