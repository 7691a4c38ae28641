import { Alert, Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#portal/api.ts'
import { Screen } from '#portal/frame/Screen.tsx'
import { LogOutButton } from '#portal/session/LogButtons.tsx'
import { wordsFor } from '#ui/problem-words.ts'
import classes from './account.module.css'
import * as texts from './texts.ts'

/** What whoever manages an institution's users certifies (specification §2). */
const POINTS = [
  texts.certifyAuthority,
  texts.certifyProviders,
  texts.certifyQualified,
  texts.certifyEnding,
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
    <Screen title={texts.userManagerTitle} headerAction={<LogOutButton />} wide>
      <p>{texts.certifyFirst}</p>
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
          label={texts.certifyAll}
          checked={agreed}
          disabled={busy}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        {attest.isError && !busy && (
          <Alert color="red" role="alert" title={texts.failedToConfirm}>
            {wordsFor(attest.error).title}
          </Alert>
        )}
        <Button type="submit" disabled={!agreed} loading={busy}>
          {texts.submit}
        </Button>
      </form>
    </Screen>
  )
}
