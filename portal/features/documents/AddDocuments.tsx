import { Button, Tooltip } from '@mantine/core'
import type { Order } from '#contract/order.ts'
import { queryClient } from '#portal/api.ts'
import { usePageDialog } from '#portal/dialogs/page-dialogs.ts'
import { uploadDocument } from '#portal/files/upload.ts'
import { useLookupNames } from '#portal/lookups.ts'
import { whyNot } from '#portal/order/unavailable-reasons.ts'
import { personOf, testsInWords } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { UploadDialog } from '#ui/dialogs/UploadDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import * as texts from './texts.ts'

/** Adds documents to an order (specification §2, §3); absent where this installation takes none. */
export function AddDocuments({ order }: { order: Order }) {
  const { can, configuration } = useSession()
  const { opened, open, close } = usePageDialog()
  const { hospitalCode: hospital, id: orderId } = order
  const types = useLookupNames('document-types', opened)
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['orders', hospital] })
  if (!configuration.flags.Document_Management) return null
  const reason = whyNot('addDocument', order, can)
  return (
    <>
      {reason !== null && (
        <Tooltip label={reason} disabled={reason === ''} events={{ hover: true, focus: true, touch: true }}>
          <Button
            variant="default"
            onClick={reason === '' ? open : undefined}
            {...(reason === '' ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          >
            {texts.addDocuments}
          </Button>
        </Tooltip>
      )}
      <UploadDialog
        opened={opened}
        order={{
          patientName: personOf(order),
          dateOfBirth: order.patient.dateOfBirth,
          labNumber: order.accessionNumber ?? '',
          testName: testsInWords(order),
        }}
        types={types}
        upload={({ key, ...document }, onProgress, signal) =>
          uploadDocument({ hospital, orderId, uploadKey: key, ...document }, onProgress, signal)
        }
        onUploaded={(count) => {
          notifySuccess(texts.documentsAdded(counted(count, 'document')))
          refresh()
          close()
        }}
        onClose={() => {
          // Some may have arrived.
          refresh()
          close()
        }}
      />
    </>
  )
}
