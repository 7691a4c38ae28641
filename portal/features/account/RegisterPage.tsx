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
import * as texts from './texts.ts'

/** /register: for who has an account and no institution yet. */
export default function RegisterPage() {
  const registration = useQuery(registrationOptions)
  const { data: user } = useQuery(profileOptions)
  const unverified = registration.data?.emailVerified === false
  // Before anything is typed: without a verified address nobody registers.
  useEffect(() => {
    if (unverified) emailIsNotVerified()
  }, [unverified])
  // Registered now: on the way to the dashboard.
  if (user) return null
  return (
    <Shell headerAction={<LogOutButton />} wide>
      {registration.data ? (
        <RegistrationForm registration={registration.data} />
      ) : (
        <>
          <PageHead title={texts.register} />
          <Card>
            {registration.isError ? (
              <ErrorState problem={registration.error} retry={() => void registration.refetch()} />
            ) : (
              <Skeleton height={420} />
            )}
          </Card>
        </>
      )}
    </Shell>
  )
}
