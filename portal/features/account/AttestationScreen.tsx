import { Alert, Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#portal/api.ts'
import { Screen } from '#portal/frame/Screen.tsx'
import { LogOutButton } from '#portal/session/LogButtons.tsx'
import { wordsFor } from '#ui/problem-words.ts'
import classes from './account.module.css'

/** What whoever manages an institution's users certifies (specification §2). */
const POINTS = [
  'I have the authority to activate accounts for my institution.',
  'The email address and the NPI of each provider whom I activate are accurate.',
  'Each provider whom I activate is permitted and qualified to order the tests.',
  'I will end the access of whoever’s affiliation with my institution ends.',
] as const

/** In place of the app for who may manage users and has not certified it yet. */
export function AttestationScreen() {
  const [agreed, setAgreed] = useState(false)
  const attest = useMutation({
    mutationFn: () => api.physicians.attest(),
    onSuccess: () => location.reload(),
  })
  const busy = attest.isPending || attest.isSuccess
  return (
    <Screen title="You manage the users of your institution" headerAction={<LogOutButton />} wide>
      <p>Before you go on, please certify:</p>
      <ul className={classes.points}>
        {POINTS.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <form
        className={classes.decision}
        onSubmit={(event) => {
          event.preventDefault()
          if (agreed && !busy) attest.mutate()
        }}
      >
        <Checkbox
          label="I certify all of this"
          checked={agreed}
          disabled={busy}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        {attest.isError && !busy && (
          <Alert color="red" role="alert" title="Failed to confirm">
            {wordsFor(attest.error).title}
          </Alert>
        )}
        <Button type="submit" disabled={!agreed} loading={busy}>
          Submit
        </Button>
      </form>
    </Screen>
  )
}
