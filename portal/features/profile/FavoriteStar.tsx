import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import * as texts from './texts.ts'

interface FavoriteStarProps extends Pick<ActionIconProps, 'mt'> {
  /** What it is the star of. */
  name: string
  /** Undefined while it is not known. */
  favorite: boolean | undefined
  onToggle: () => void
}

/** Keeps something among the user's favorites, or takes it out; saved at once. */
export function FavoriteStar({ name, favorite, onToggle, ...rest }: FavoriteStarProps) {
  const Icon = favorite ? IconStarFilled : IconStar
  return (
    <ActionIcon
      {...rest}
      variant="subtle"
      color="gray"
      disabled={favorite === undefined}
      aria-pressed={favorite ?? false}
      aria-label={texts.favoriteNamed(name)}
      title={favorite ? texts.removeFromMyFavorites : texts.addToMyFavorites}
      onClick={onToggle}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
