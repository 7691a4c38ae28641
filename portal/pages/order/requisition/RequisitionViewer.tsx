import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import { PdfViewer } from '#portal/files/PdfViewer.tsx'
import { requisitionOptions, unprintableOptions } from '#portal/order/queries.ts'
import { personAndBirthOf } from '#portal/order/words.ts'
import * as texts from '../texts.ts'

/** The requisition as it is to be printed now, with what was added to it. */
export function RequisitionViewer({ order }: { order: Order }) {
  const { hospitalCode, id } = order
  const query = useQuery(requisitionOptions(hospitalCode, id, editionOf(order)))
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

/** What is printed and may change while the page is open. The version alone tells only that the document changed. */
function editionOf({ version, accessionNumber, requisitionAdditions, samples, consentLedger }: Order) {
  return [
    ...[version, accessionNumber, requisitionAdditions.length],
    // A tube to be collected again has a label of its own, and the rejected one none.
    ...samples.map(({ id, dateOfCollection }) => `${id} ${dateOfCollection}`),
    ...consentLedger.flatMap(({ person, items }) =>
      items.filter(({ withdrawn }) => withdrawn !== null).map(({ id }) => `${person} ${id}`),
    ),
  ].join(', ')
}
