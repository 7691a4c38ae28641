import { useFocusWithin } from '@mantine/hooks'
import { usePrice } from '../../coverage/use-price.ts'
import { TextField } from '../../fields/TextField.tsx'
import classes from '../fields.module.css'

/** The member ID, with how those of the payer look; one that looks otherwise is said so, and is no error. */
export function MemberIdField({ path }: { path: string }) {
  const { data: view } = usePrice()
  const { ref, focused } = useFocusWithin<HTMLDivElement>()
  const notice = focused ? null : (view?.memberIdNotice ?? null)
  const hint = notice ? <span className={classes.notice}>{notice}</span> : view?.payer?.memberIdHint
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
