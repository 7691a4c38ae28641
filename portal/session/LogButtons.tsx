import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { notifyProblem } from '#ui/notices.ts'
import { signIn, signOut } from './identity.ts'
import * as texts from './texts.ts'

interface LeavingButtonProps extends ButtonProps {
  leave: () => Promise<void>
}

/** Busy until the page is left; free again when that failed. */
function LeavingButton({ leave, ...button }: LeavingButtonProps) {
  const [leaving, setLeaving] = useState(false)
  const onClick = () => {
    setLeaving(true)
    leave().catch((error: unknown) => {
      setLeaving(false)
      notifyProblem(error)
    })
  }
  return <Button {...button} loading={leaving} onClick={onClick} data-autofocus />
}

/** Leaves for the sign-in page, and comes back to `returnTo`. */
export function LogInButton({ children, returnTo = '/' }: { children: string; returnTo?: string }) {
  return <LeavingButton leave={() => signIn(returnTo)}>{children}</LeavingButton>
}

export function LogOutButton() {
  return (
    <LeavingButton variant="default" leave={signOut}>
      {texts.logout}
    </LeavingButton>
  )
}
