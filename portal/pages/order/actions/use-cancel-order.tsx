import type { Order } from '#contract/order.ts'
import { cancellationType } from '#domain/orders/status.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { personOf, testsInWords, typedDate } from '#portal/order/words.ts'
import { CancelOrderDialog } from '#ui/dialogs/CancelOrderDialog.tsx'
import * as texts from '../texts.ts'

/** Asks the laboratory to cancel: before the specimen's arrival the order, then the sample (specification §4). */
export function useCancelOrder(order: Order) {
  const { hospitalCode: hospital, id, state } = order
  const { open, dialog } = useChangeDialog({
    hospitalCode: hospital,
    change: (reason: string) =>
      api.orders.cancel({
        params: { hospital, id, sameHospital: hospital },
        body: { reason, type: cancellationType(state) },
      }),
    successMessage: texts.cancellationSent,
  })
  return {
    open,
    dialog: (
      <CancelOrderDialog
        {...dialog}
        testName={testsInWords(order)}
        patientName={personOf(order)}
        dateOfBirth={typedDate(order.patient.dateOfBirth)}
      />
    ),
  }
}
