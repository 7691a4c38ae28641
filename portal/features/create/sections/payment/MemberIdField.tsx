import { useFocusWithin } from '@mantine/hooks'
import { useState } from 'react'
import { memberIdNotice } from '#domain/coverage/payer.ts'
import { afterPress } from '#ui/fields/after-press.ts'
import { usePrice } from '../../coverage/use-price.ts'
import { useField } from '../../draft/form-context.ts'
import { TextField } from '../../fields/TextField.tsx'
import classes from '../fields.module.css'

/** The member ID, with how those of the payer look; one that looks otherwise is said so, and is no error. */
export function MemberIdField({ path }: { path: string }) {
  const payer = usePrice().data?.payer
  const { value } = useField<string>(path)
  const [leaving, setLeaving] = useState(false)
  const { ref, focused } = useFocusWithin<HTMLDivElement>({
    onBlur() {
      setLeaving(true)
      afterPress(() => setLeaving(false))
    },
  })
  // Of what stands there now, and once the field is left: it would push away what is just being clicked.
  const notice = payer && !focused && !leaving ? memberIdNotice(payer, value) : null
  const hint = notice ? <span className={classes.notice}>{notice}</span> : payer?.memberIdHint
  return (
    <div ref={ref}>
      <TextField
        path={path}
        description={hint || null}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
    </div>
  )
}
