import { Alert, Button, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuthorizationPacket } from '#contract/coverage.ts'
import type { Order } from '#contract/order.ts'
import { letterGaps, MOST_LETTER } from '#domain/coverage/letter.ts'
import { api } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Refusal } from '#ui/dialogs/Refusal.tsx'
import { notifySuccess } from '#ui/notices.ts'
import * as texts from '../texts.ts'
import classes from './authorization.module.css'
import { Leaving } from './Leaving.tsx'
import { authorizationOptions } from './queries.ts'

interface LetterProps {
  order: Order
  packet: AuthorizationPacket
  onClose: () => void
}

/** The letter: to be read, or edited and signed by who may. What is signed stays; a change begins a new one. */
export function Letter({ order, packet, onClose }: LetterProps) {
  const { letter, canEdit } = packet
  // Decided when it is opened: what somebody else does meanwhile takes nobody's words away.
  const [isEditing, setEditing] = useState(canEdit && letter.signed === null)
  if (isEditing) return <Editor order={order} packet={packet} onClose={onClose} />
  return (
    <>
      <div className={classes.letter}>{letter.text}</div>
      <div className={classes.actions}>
        {canEdit && (
          <Button variant="default" onClick={() => setEditing(true)}>
            {texts.startNewLetter}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {texts.closeLetter}
        </Button>
      </div>
    </>
  )
}

function Editor({ order: { hospitalCode: hospital, id }, packet, onClose }: LetterProps) {
  const { letter, canSign } = packet
  const queryClient = useQueryClient()
  /** With the version that it was typed over: somebody else's change is not overwritten. */
  const [typed, setTyped] = useState<{ text: string; version: number } | null>(null)
  const [isSigning, signing] = useDisclosure(false)
  const { text, version } = typed ?? letter
  const unsaved = typed !== null && typed.text !== letter.text
  const change = useMutation({
    mutationFn: (how: 'save' | 'sign') => {
      const call = { params: { hospital, id }, body: { version, text: text.trim() } }
      return how === 'save' ? api.coverage.saveLetter(call) : api.coverage.signLetter(call)
    },
    onSuccess: (made, how) => {
      queryClient.setQueryData(authorizationOptions(hospital, id).queryKey, made)
      setTyped(null)
      notifySuccess(how === 'save' ? texts.letterSaved : texts.letterSigned)
      if (how === 'sign') onClose()
    },
    onSettled: () => {
      signing.close()
      void queryClient.invalidateQueries({ queryKey: ['orders', hospital] })
    },
  })
  const gaps = letterGaps(text)
  const isNewer = typed !== null && letter.version > typed.version
  return (
    <>
      <Leaving unsaved={unsaved} />
      <Textarea
        mt="sm"
        maw="90ch"
        label={texts.textOfTheLetter}
        description={texts.letterHint}
        autosize
        minRows={12}
        maxRows={30}
        maxLength={MOST_LETTER}
        readOnly={change.isPending}
        value={text}
        onChange={(event) => setTyped({ text: event.currentTarget.value, version })}
      />
      {gaps.length > 0 && (
        <Alert color="yellow" mt="sm" title={texts.replaceBrackets}>
          <ul className={classes.gaps}>
            {gaps.map((gap, index) => (
              <li key={`${index} ${gap}`}>{gap}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Refusal problem={change.error} />
      {isNewer && (
        <Alert color="yellow" mt="sm" title={texts.newerLetter}>
          <p>{texts.newerLetterBy(letter.editedBy)}</p>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setTyped(null)
              change.reset()
            }}
          >
            {texts.loadNewerLetter}
          </Button>
        </Alert>
      )}
      {!canSign && <p className={classes.small}>{texts.whoMaySign}</p>}
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={!unsaved || text.trim() === ''}
          loading={change.isPending && change.variables === 'save'}
          onClick={() => change.mutate('save')}
        >
          {texts.saveLetter}
        </Button>
        {canSign && (
          <Button disabled={gaps.length > 0 || text.trim() === '' || change.isPending} onClick={signing.open}>
            {texts.signLetter}
          </Button>
        )}
        <Button variant="default" disabled={unsaved || change.isPending} onClick={onClose}>
          {texts.closeLetter}
        </Button>
        {unsaved && (
          <Button variant="subtle" disabled={change.isPending} onClick={() => setTyped(null)}>
            {texts.discardChanges}
          </Button>
        )}
      </div>
      <SignDialog
        opened={isSigning}
        busy={change.isPending}
        onConfirm={() => change.mutate('sign')}
        onClose={signing.close}
      />
    </>
  )
}

interface SignDialogProps {
  opened: boolean
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

function SignDialog(props: SignDialogProps) {
  const { user } = useSession()
  const name = [user.firstName, user.lastName, user.suffix].filter(Boolean).join(' ')
  return (
    <ConfirmDialog {...props} title={texts.signThisLetter} confirm={texts.signLetter}>
      <p>{texts.signAs(name, user.npi)}</p>
      <p>{texts.signedStays}</p>
    </ConfirmDialog>
  )
}
