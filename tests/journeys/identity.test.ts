import { describeMailLinks } from './scenarios/mail-links.ts'
import { describeSecondFactor } from './scenarios/second-factor.ts'
import { useWorld } from './support/world.ts'

const theWorld = useWorld()

describeMailLinks(theWorld)
describeSecondFactor(theWorld)
