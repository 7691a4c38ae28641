import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Shell } from '#portal/frame/Screen.tsx'
import { emailIsNotVerified } from '#portal/session/identity.ts'
import { LogOutButton } from '#portal/session/LogButtons.tsx'
import { profileOptions } from '#portal/session/profile.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { registrationOptions } from './queries.ts'
import { RegistrationForm } from './registration/RegistrationForm.tsx'

/** /register: for who has an account and no institution yet. */
export default function RegisterPage() {
  const facts = useQuery(registrationOptions)
  const { data: user } = useQuery(profileOptions)
  const unverified = facts.data?.emailVerified === false
  // Before anything is typed: without a verified address nobody registers.
  useEffect(() => {
    if (unverified) emailIsNotVerified()
  }, [unverified])
  // Registered now: on the way to the dashboard.
  if (user) return null
  return (
    <Shell headerAction={<LogOutButton />} wide>
      {facts.data ? (
        <RegistrationForm facts={facts.data} />
      ) : (
        <>
          <PageHead title="Register" />
          <Card>
            {facts.isError ? (
              <ErrorState problem={facts.error} retry={() => void facts.refetch()} />
            ) : (
              <Skeleton height={420} />
            )}
          </Card>
        </>
      )}
    </Shell>
  )
}
