import { en } from "./en";
import { learn, speak } from "./words";
import { zhCN } from "./zh-CN";

/** Every language at once, for tests and journeys, which change it without waiting. No page imports this. */
learn("en", en);
learn("zh-CN", zhCN);
speak("en");
