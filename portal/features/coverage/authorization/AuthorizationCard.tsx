import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { AuthorizationPacket } from '#contract/coverage.ts'
import type { Order } from '#contract/order.ts'
import { api } from '#portal/api.ts'
import { usePageDialog } from '#portal/dialogs/page-dialogs.ts'
import { saveFile } from '#portal/files/file.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { notifyProblem } from '#ui/notices.ts'
import * as texts from '../texts.ts'
import classes from './authorization.module.css'
import { Letter } from './Letter.tsx'
import { authorizationOptions } from './queries.ts'
import { RequestedDocuments } from './RequestedDocuments.tsx'
import { authorizationInShort, isWorthShowing, letterState, openLabel, REQUIRED } from './words.ts'

const TITLE = texts.priorAuthorization

/**
 * What the payer of an order or a verification wants to see before it authorizes the tests, the letter of medical
 * necessity, and both as one file to be sent. Nothing where no insurance pays, or the payer asks for nothing.
 */
export function AuthorizationCard({ order }: { order: Order }) {
  const isInsured = order.document.payment.billingType === 'Insurance'
  const query = useQuery({ ...authorizationOptions(order.hospitalCode, order.id), enabled: isInsured })
  if (!isInsured) return null
  if (query.data) return isWorthShowing(query.data) ? <Loaded order={order} packet={query.data} /> : null
  if (!query.isError) return null
  return (
    <Card title={TITLE}>
      <ErrorState problem={query.error} retry={() => query.refetch()} />
    </Card>
  )
}

function Loaded({ order, packet }: { order: Order; packet: AuthorizationPacket }) {
  const { hospitalCode: hospital, id } = order
  // What is typed into it must not go with the page when the order goes on.
  const editor = usePageDialog()
  const download = useMutation({
    mutationFn: () => api.coverage.packet({ params: { hospital, id } }),
    onSuccess: (bytes) =>
      saveFile(bytes, { filename: `authorization-${id}.pdf`, mediaType: 'application/pdf' }),
    onError: notifyProblem,
  })
  const { letter } = packet
  return (
    <Card title={TITLE} sub={REQUIRED[packet.required]} essence={authorizationInShort(packet)}>
      <RequestedDocuments packet={packet} />
      <h3 className={classes.title}>{texts.letterOfMedicalNecessity}</h3>
      <p className={classes.small}>{letterState(letter)}</p>
      {letter.isOlderThanOrder && (
        <Alert color="yellow" mt="xs">
          {texts.letterOutdated}
        </Alert>
      )}
      {editor.opened ? (
        <Letter order={order} packet={packet} onClose={editor.close} />
      ) : (
        <div className={classes.actions}>
          <Button variant="default" onClick={editor.open}>
            {openLabel(packet)}
          </Button>
          <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
            {texts.downloadPacket}
          </Button>
        </div>
      )}
    </Card>
  )
}
