import * as texts from './texts.ts'
import classes from './waiting-card.module.css'

/** The account's name, where somebody registered with another one: for who decides whether that is the same person. */
export function AccountName({ name }: { name: string }) {
  return (
    <div className={classes.institution}>
      <span>{name}</span>
      <span className={classes.new}>{texts.nameDiffers}</span>
    </div>
  )
}
