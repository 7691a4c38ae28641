import { Alert, Button, Checkbox } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemError } from '#contract/errors.ts'
import { api } from '#portal/api.ts'
import { Screen } from '#portal/frame/Screen.tsx'
import { renewLegalTexts, useLegalTexts } from '#portal/legal-texts.ts'
import { LogOutButton } from '#portal/session/LogButtons.tsx'
import { profileOptions } from '#portal/session/profile.ts'
import { LegalScroll } from '#ui/LegalScroll.tsx'
import { wordsFor } from '#ui/problem-words.ts'
import classes from './account.module.css'
import * as texts from './texts.ts'

/** In place of the app until the terms are accepted (specification §2); then the page that was wanted is shown. */
export function TermsStep() {
  const { terms } = useLegalTexts()
  const [acknowledged, setAcknowledged] = useState(false)
  const queries = useQueryClient()
  const accept = useMutation({
    mutationFn: () => api.physicians.acceptTerms({ query: { version: terms.version } }),
    // What was ticked was said of the former text.
    onError: async (error) => {
      if (!(error instanceof ProblemError) || error.problem.code !== 'terms-changed') return
      setAcknowledged(false)
      // Without them it is asked again at the next try.
      await renewLegalTexts().catch(() => {})
    },
    // Busy until the profile says so too. A refusal may come of a changed one: an account that was closed meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: profileOptions.queryKey }),
  })
  return (
    <Screen title={terms.title} headerAction={<LogOutButton />} wide>
      <p>{texts.termsHint}</p>
      <LegalScroll text={terms} heading="h2" />
      <form
        className={classes.decision}
        onSubmit={(event) => {
          event.preventDefault()
          if (acknowledged && !accept.isPending) accept.mutate()
        }}
      >
        <Checkbox
          label={texts.termsAccepted}
          checked={acknowledged}
          disabled={accept.isPending}
          onChange={(event) => setAcknowledged(event.currentTarget.checked)}
        />
        {accept.isError && (
          <Alert color="red" role="alert">
            {wordsFor(accept.error).title}
          </Alert>
        )}
        <Button type="submit" disabled={!acknowledged} loading={accept.isPending}>
          {texts.continueToTheDashboard}
        </Button>
      </form>
    </Screen>
  )
}
