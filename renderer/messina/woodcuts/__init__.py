"""The woodcuts of Messina 1347: everything that is drawn, not written, on its boards."""
