import { Anchor, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OrderUpdate } from '../session/live.ts'
import { useSession } from '../session/session.ts'
import { onOrderUpdate } from '../session/updates.ts'
import * as texts from './texts.ts'

/** For so long after a notice those that follow are told together, in milliseconds. */
const TOGETHER = 60_000

/** Says when a report has come: each by itself, and of many at once that there are more. */
export function ReportNotices() {
  const { institution, institutions } = useSession()
  const [announced, announce] = useState('')
  const last = useRef({ at: 0, more: false })
  // They may be of any institution of the reader's.
  const codes = institutions.map(({ code }) => code).join()
  const scope = institutions.length > 1 ? { hospitalCodes: codes } : {}

  function show(id: string, text: string, link: (props: object) => ReactNode) {
    announce(text)
    notifications.show({
      id,
      // Not said twice: the live region below has the words.
      role: 'status',
      'aria-live': 'off',
      autoClose: 12_000,
      message: (
        <Anchor renderRoot={link} onClick={() => notifications.hide(id)}>
          {text}
        </Anchor>
      ),
    })
  }

  const notify = useEffectEvent(({ orderId, hospitalCode, kind }: OrderUpdate) => {
    const now = Date.now()
    if (now - last.current.at < TOGETHER) {
      if (!last.current.more)
        show('report-more', texts.moreReportsAreReady, (props) => (
          <Link to="/orders" search={{ orderBy: 'orderDate', page: 1, unread: true, ...scope }} {...props} />
        ))
      last.current.more = true
      return
    }
    last.current = { at: now, more: false }
    const otherInstitution = institutions.find(
      (one) => one.code === hospitalCode && one.code !== institution.code,
    )
    const what = kind === 'report-corrected' ? texts.correctedReport : texts.reportReady
    const text = texts.reportNotice(what, orderId, otherInstitution ? `, ${otherInstitution.name}` : '')
    show(`report-${orderId}`, text, (props) => (
      <Link to="/order/details/$id" params={{ id: String(orderId) }} hash="report" {...props} />
    ))
  })

  useEffect(
    () =>
      onOrderUpdate((update) => {
        if (update.kind === 'reported' || update.kind === 'report-corrected') notify(update)
      }),
    [],
  )

  return (
    <VisuallyHidden aria-live="polite" role="status">
      {announced}
    </VisuallyHidden>
  )
}
