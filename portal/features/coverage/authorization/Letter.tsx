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
            Begin a new letter from this one
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Close letter
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
      notifySuccess(how === 'save' ? 'Letter saved.' : 'Letter signed.')
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
        label="Text of the letter"
        description="Date, letterhead and signature are added when it is printed."
        autosize
        minRows={12}
        maxRows={30}
        maxLength={MOST_LETTER}
        readOnly={change.isPending}
        value={text}
        onChange={(event) => setTyped({ text: event.currentTarget.value, version })}
      />
      {gaps.length > 0 && (
        <Alert color="yellow" mt="sm" title="Still to be written by you, in place of the square brackets">
          <ul className={classes.gaps}>
            {gaps.map((gap, index) => (
              <li key={`${index} ${gap}`}>{gap}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Refusal problem={change.error} />
      {isNewer && (
        <Alert color="yellow" mt="sm" title="There is a newer letter">
          <p>{letter.editedBy} saved it meanwhile. Copy what you need of yours before you load it.</p>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setTyped(null)
              change.reset()
            }}
          >
            Load the newer letter
          </Button>
        </Alert>
      )}
      {!canSign && (
        <p className={classes.small}>
          It is signed by somebody who may submit orders and has an NPI in their profile.
        </p>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={!unsaved || text.trim() === ''}
          loading={change.isPending && change.variables === 'save'}
          onClick={() => change.mutate('save')}
        >
          Save letter
        </Button>
        {canSign && (
          <Button disabled={gaps.length > 0 || text.trim() === '' || change.isPending} onClick={signing.open}>
            Sign letter
          </Button>
        )}
        <Button variant="default" disabled={unsaved || change.isPending} onClick={onClose}>
          Close letter
        </Button>
        {unsaved && (
          <Button variant="subtle" disabled={change.isPending} onClick={() => setTyped(null)}>
            Discard changes
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
    <ConfirmDialog {...props} title="Sign this letter?" confirm="Sign letter">
      <p>
        It is signed as {name}, NPI {user.npi}, with today’s date. With your signature you say that you have
        read it and that what it says of the patient is true.
      </p>
      <p>A signed letter stays as it is. To change something later, a new one is begun.</p>
    </ConfirmDialog>
  )
}
