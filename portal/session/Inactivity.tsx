import { Button, Group, Modal, VisuallyHidden } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { endIdleSession } from './identity.ts'
import { activityKey, createIdleWatch } from './idle.ts'
import * as texts from './texts.ts'

const COUNTDOWN_MS = 60_000
const ACTIVITY = [
  'pointerdown',
  'pointermove',
  'keydown',
  'wheel',
  'scroll',
  'touchstart',
  'touchmove',
] as const
/** A machine that wakes up, or a tab that is looked at again, is judged at once. */
const WAKING = ['visibilitychange', 'focus', 'pageshow', 'storage'] as const
/** Left seconds at which a screen reader hears of it again. */
const ANNOUNCED_AT_SECONDS: readonly number[] = [60, 30, 10]

interface InactivityProps {
  /** The identity provider's id of the user: all their tabs share the time of the last activity. */
  subject: string
  /** Without activity, until the user is asked. */
  seconds: number
}

/** Logs out who has gone away (specification §4, Inactivity); asks first, for a minute. */
export function Inactivity({ subject, seconds }: InactivityProps) {
  const { phase, goOn } = useIdlePhase(subject, seconds)
  if (phase.name !== 'warned') return null
  return <StillThere secondsLeft={phase.secondsLeft} goOn={goOn} />
}

function useIdlePhase(subject: string, seconds: number) {
  const watch = useMemo(() => {
    const times = { idleMs: seconds * 1000, countdownMs: COUNTDOWN_MS }
    return createIdleWatch({ key: activityKey(subject), ...times, storage: localStorage, now: Date.now })
  }, [subject, seconds])
  const [phase, setPhase] = useState(watch.phase)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function check() {
      clearTimeout(timer)
      const next = watch.phase()
      setPhase(next)
      if (next.name === 'over') void endIdleSession()
      else timer = setTimeout(check, next.checkIn)
    }
    const onActivity = () => watch.active()
    for (const name of ACTIVITY) addEventListener(name, onActivity, { capture: true, passive: true })
    for (const name of WAKING) addEventListener(name, check)
    check()
    return () => {
      clearTimeout(timer)
      for (const name of ACTIVITY) removeEventListener(name, onActivity, { capture: true })
      for (const name of WAKING) removeEventListener(name, check)
    }
  }, [watch])

  const goOn = () => {
    watch.goOn()
    setPhase(watch.phase())
  }
  return { phase, goOn }
}

function StillThere({ secondsLeft, goOn }: { secondsLeft: number; goOn: () => void }) {
  const [announcedSeconds, setAnnouncedSeconds] = useState(secondsLeft)
  if (secondsLeft < announcedSeconds && ANNOUNCED_AT_SECONDS.includes(secondsLeft))
    setAnnouncedSeconds(secondsLeft)
  return (
    <Modal
      opened
      onClose={() => {}}
      title={texts.youreInactive}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={400}
    >
      <p>{texts.loggedOutIn(secondsLeft)}</p>
      <VisuallyHidden role="status">
        {announcedSeconds < COUNTDOWN_MS / 1000 && texts.secondsLeft(announcedSeconds)}
      </VisuallyHidden>
      <Group justify="flex-end">
        <Button onClick={goOn} data-autofocus>
          {texts.continueWorking}
        </Button>
      </Group>
    </Modal>
  )
}
