import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Order, OrderHold } from '#contract/order.ts'
import { HOLD_META } from '#domain/orders/hold-kinds.ts'
import { api } from '#portal/api.ts'
import { saveFile } from '#portal/files/file.ts'
import { brand } from '#ui/brand.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { showDate, showInstant } from '#ui/dates.ts'
import { notifyProblem } from '#ui/notices.ts'
import { documentsOptions } from '../documents/public.ts'
import classes from './following.module.css'
import * as texts from './texts.ts'

/**
 * What the laboratory asked and what was answered, oldest first. A question that is still open stands above, among what
 * the order waits for; by itself it is no conversation yet.
 */
export function ConversationCard({ order }: { order: Order }) {
  if (order.holds.every(({ answer, releasedAt }) => !answer && !releasedAt)) return null
  return (
    <Card title={texts.messagesWithTheLaboratory} essence={questionsInWords(order.holds)}>
      <ol className={classes.messages}>
        {order.holds.map((hold) => (
          <li key={hold.id}>
            <Question hold={hold} />
            <Answer order={order} hold={hold} />
            {hold.releasedAt && (
              <div className={classes.released}>
                {texts.theLaboratoryResumedWork}{' '}
                <time dateTime={hold.releasedAt}>{showInstant(hold.releasedAt)}</time>.
              </div>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function questionsInWords(holds: readonly OrderHold[]): string {
  const open = holds.filter(({ answer, releasedAt }) => !answer && !releasedAt).length
  return `${counted(holds.length, 'question')}, ${open === 0 ? texts.noneOpen : texts.openCount(open)}`
}

function Question({ hold: { kind, words, heldAt } }: { hold: OrderHold }) {
  return (
    <div className={classes.message} data-from="laboratory">
      <div className={classes.from}>
        {brand.name}, <time dateTime={heldAt}>{showInstant(heldAt)}</time>
      </div>
      <div className={classes.kind}>{HOLD_META[kind].title}</div>
      <div className={classes.words}>{words}</div>
    </div>
  )
}

function Answer({ order, hold }: { order: Order; hold: OrderHold }) {
  const { answer, releasedAt, answerBy } = hold
  if (answer)
    return (
      <div className={classes.message} data-from="clinic">
        <div className={classes.from}>
          {answer.by}, <time dateTime={answer.at}>{showInstant(answer.at)}</time>
        </div>
        <div className={classes.words}>{answer.text}</div>
        {answer.documents.length > 0 && <Attached order={order} ids={answer.documents} />}
      </div>
    )
  if (releasedAt) return null
  return <div className={classes.unanswered}>{texts.notAnswered(showDate(answerBy))}</div>
}

/** The documents that went with an answer. */
function Attached({ order: { hospitalCode: h, id }, ids }: { order: Order; ids: readonly number[] }) {
  const { data: files = [] } = useQuery(documentsOptions(h, id))
  const download = useMutation({
    mutationFn: (file: { id: number; filename: string; mediaType: string }) =>
      api.documents.download({ params: { h, id, documentId: file.id } }),
    onSuccess: (bytes, file) => saveFile(bytes, file),
    onError: notifyProblem,
  })
  return (
    <div className={classes.attached}>
      {files
        .filter((file) => ids.includes(file.id))
        .map((file) => (
          <Button
            key={file.id}
            variant="default"
            size="compact-sm"
            onClick={() => download.mutate(file)}
            aria-label={texts.downloadFile(file.filename)}
          >
            {file.filename}
          </Button>
        ))}
    </div>
  )
}
