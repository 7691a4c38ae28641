import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { OrderFile } from '#contract/documents.ts'
import type { Order } from '#contract/order.ts'
import { api } from '#portal/api.ts'
import { saveFile } from '#portal/files/file.ts'
import classes from '#portal/files/file-lines.module.css'
import { showBytes } from '#ui/bytes.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { showInstant } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { notifyProblem } from '#ui/notices.ts'
import { documentsOptions } from './queries.ts'
import { RemoveDocument } from './RemoveDocument.tsx'
import * as texts from './texts.ts'

/** The documents that belong to an order; nothing where there are none. */
export function DocumentsCard({ order }: { order: Order }) {
  const query = useQuery({
    ...documentsOptions(order.hospitalCode, order.id),
    enabled: order.documents > 0,
  })
  if (order.documents === 0) return null
  return (
    <Card title={texts.documents} essence={counted(order.documents, 'file')}>
      {query.isError && !query.data ? (
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      ) : (
        <ul className={classes.list}>
          {query.data?.map((file) => <DocumentLine key={file.id} order={order} file={file} />) ?? (
            <Skeleton component="li" height={12} width="70%" />
          )}
        </ul>
      )}
    </Card>
  )
}

function DocumentLine({ order, file }: { order: Order; file: OrderFile }) {
  const download = useMutation({
    mutationFn: () =>
      api.documents.download({ params: { h: order.hospitalCode, id: order.id, documentId: file.id } }),
    onSuccess: (bytes) => saveFile(bytes, file),
    onError: notifyProblem,
  })
  return (
    <li className={classes.line}>
      <div>
        <div className={classes.name}>{file.filename}</div>
        {file.description && <div>{file.description}</div>}
        <div className={classes.facts}>
          {file.type} · {showBytes(file.bytes)} · {file.uploadedBy},{' '}
          <time dateTime={file.uploadedAt}>{showInstant(file.uploadedAt)}</time>
        </div>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={download.isPending}
          onClick={() => download.mutate()}
          aria-label={texts.downloadFile(file.filename)}
        >
          {texts.download}
        </Button>
        {order.abilities.includes('removeDocument') && <RemoveDocument order={order} file={file} />}
      </div>
    </li>
  )
}
